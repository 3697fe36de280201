/** Types of the shop, for the tests. */
export function allPages(): Set<string>;
export function startShop(port?: number): Promise<{
  readonly url: string;
  close(): Promise<void>;
  /** Requests that were answered so far. */
  requests(): number;
}>;
