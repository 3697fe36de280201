/** What kind of thing an answer is: nothing at all, or a picture, a style, a script that pages use. */
import { splitUrl } from '../../url/index.ts';

/** Digests of no bytes: MD5, SHA-1 and SHA-256, in the ways they are written. */
const EMPTY = new Set(
  [
    ...[
      'd41d8cd98f00b204e9800998ecf8427e',
      'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      '3i42h3s6nnfq2msvx7xzkyayscx5qbyj',
    ],
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  ].map((digest) => digest.toLowerCase()),
);

export function isEmptyDigest(digest: string): boolean {
  return digest !== '' && EMPTY.has(digest.slice(digest.indexOf(':') + 1).toLowerCase());
}

const ASSET_TYPE =
  /^(?:image|font|audio|video)\/|^(?:text|application)\/(?:css|(?:x-)?(?:java|ecma)script|font|x-font|vnd\.ms-fontobject)/;
const ASSET_NAME =
  /\.(?:png|jpe?g|gif|webp|svgz?|ico|bmp|tiff?|avif|css|m?js|woff2?|ttf|otf|eot|mp[34]|ogg|wav|webm|avi|mov|swf)$/i;

/** By its media type; where that is not known, by the name. */
export function isAsset(type: string, url: string): boolean {
  return type === '' ? ASSET_NAME.test(splitUrl(url).path) : ASSET_TYPE.test(type);
}
