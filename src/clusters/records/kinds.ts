/** What kind of thing an answer is: a picture, a style, a script that pages use. */
import { splitUrl } from '../../url/index.ts';

const ASSET_TYPE =
  /^(?:image|font|audio|video)\/|^(?:text|application)\/(?:css|(?:x-)?(?:java|ecma)script|font|x-font|vnd\.ms-fontobject)/;
const ASSET_NAME =
  /\.(?:png|jpe?g|gif|webp|svgz?|ico|bmp|tiff?|avif|css|m?js|woff2?|ttf|otf|eot|mp[34]|ogg|wav|webm|avi|mov|swf)$/i;

/** By its media type; where that is not known, by the name. */
export function isAsset(type: string, url: string): boolean {
  return type === '' ? ASSET_NAME.test(splitUrl(url).path) : ASSET_TYPE.test(type);
}
