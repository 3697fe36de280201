/** Files that were sent to learn from: kept in a private folder until they are removed or the server stops. */
import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '../api.ts';
import type { ServerLimits } from '../limits.ts';
import { Refusal } from '../problem.ts';
import { pacedReader, TooSlow } from '../streams.ts';

type Kept = { readonly upload: Upload; readonly path: string };

export class Uploads {
  private readonly limits: ServerLimits;
  private readonly kept = new Map<string, Kept>();
  private root: string | null = null;
  /** Of what is here and of what is on its way. */
  private bytes = 0;
  private underWay = 0;

  constructor(limits: ServerLimits) {
    this.limits = limits;
  }

  /** The private folder of the server. */
  folder(): string {
    this.root ??= mkdtempSync(join(tmpdir(), 'dustpan-serve-'));
    return this.root;
  }

  list(): Upload[] {
    return [...this.kept.values()].map(({ upload }) => upload);
  }

  find(id: string): Kept {
    const found = this.kept.get(id);
    if (found) return found;
    throw new Refusal(404, 'no-upload', 'There is no such upload any more; send the file again.');
  }

  remove(id: string): void {
    const { upload, path } = this.find(id);
    this.kept.delete(id);
    this.bytes -= upload.bytes;
    rmSync(path, { force: true });
  }

  async add(name: string, body: ReadableStream<Uint8Array>): Promise<Upload> {
    if (this.kept.size + this.underWay >= this.limits.uploads) {
      throw new Refusal(429, 'too-many-uploads', `There are ${this.limits.uploads} uploads; remove some first.`);
    }
    const id = randomBytes(8).toString('hex');
    const folder = join(this.folder(), 'uploads');
    mkdirSync(folder, { recursive: true });
    // The end of the name may tell readers the format; nothing else of it reaches the disk.
    const path = join(folder, `${id}-${name.replace(/[^A-Za-z0-9._-]/g, '_').slice(-80)}`);
    const reader = pacedReader(body, this.limits.idleMs);
    let bytes = 0;
    this.underWay++;
    try {
      const chunks = async function* (this: Uploads) {
        for (let next = await reader.read(); next.value; next = await reader.read()) {
          bytes += next.value.length;
          this.bytes += next.value.length;
          this.refuseTooMuch(bytes);
          yield next.value;
        }
      };
      await pipeline(chunks.bind(this), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      if (bytes === 0) throw new Refusal(400, 'empty-upload', 'The file is empty; send one with URLs in it.');
    } catch (error) {
      reader.cancel();
      this.bytes -= bytes;
      rmSync(path, { force: true });
      if (error instanceof Refusal) throw error;
      if (error instanceof TooSlow) throw new Refusal(408, 'too-slow', 'The upload does not get on; send it faster.');
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOSPC' || code === 'EDQUOT') {
        throw new Refusal(507, 'disk-full', 'The disk of the server is full; free some space, or send a smaller file.');
      }
      throw new Refusal(400, 'cut-off', 'The upload ended too early; send the file again.');
    } finally {
      this.underWay--;
    }
    const upload = { id, name, bytes };
    this.kept.set(id, { upload, path });
    return upload;
  }

  /** Takes everything away. */
  close(): void {
    if (this.root !== null) rmSync(this.root, { recursive: true, force: true });
    this.root = null;
    this.kept.clear();
  }

  private refuseTooMuch(bytes: number): void {
    const { uploadBytes, uploadsBytes } = this.limits;
    if (bytes > uploadBytes) {
      throw new Refusal(
        413,
        'too-large',
        `An upload may have ${uploadBytes} bytes; compress the file with gzip or zstd, or split it.`,
      );
    }
    if (this.bytes > uploadsBytes) {
      throw new Refusal(413, 'too-large', `All uploads together may have ${uploadsBytes} bytes; remove some first.`);
    }
  }
}

/** A name for people out of what a client sent: the last part of a path, without anything that could mislead. */
export function cleanName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, 200);
  return clean === '' || clean === '.' || clean === '..' ? 'upload' : clean;
}
