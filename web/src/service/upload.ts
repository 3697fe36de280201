/** Sends a file and tells how far it is; `fetch` cannot tell, so this is the older way. */
import type { Problem, Upload } from '../../../src/server/api.ts';
import { apiUrl, ServiceError } from './client.ts';

export type Sending = { readonly done: Promise<Upload>; cancel(): void };

export function uploadFile(file: File, onProgress: (share: number) => void): Sending {
  const request = new XMLHttpRequest();
  const done = new Promise<Upload>((resolve, reject) => {
    request.open('POST', apiUrl('uploads', { name: file.name }));
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    const failed = () => reject(new ServiceError(problemOf(request)));
    request.onload = () => (request.status === 201 ? resolve(request.response as Upload) : failed());
    request.onerror = failed;
    request.onabort = failed;
    request.send(file);
  });
  return { done, cancel: () => request.abort() };
}

function problemOf(request: XMLHttpRequest): Problem {
  const problem = request.response as Partial<Problem> | null;
  const fallback = request.status === 0 ? 'The file was not sent.' : `The server answered ${request.status}.`;
  return {
    type: 'about:blank',
    status: request.status,
    title: 'Not uploaded',
    code: 'not-uploaded',
    ...problem,
    detail: typeof problem?.detail === 'string' ? problem.detail : fallback,
  };
}
