/** Types of what tests use of the script. */
export function peerCases(): { suite: string; input: string; expected: string | null | undefined }[] | null;
