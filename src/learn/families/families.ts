/** The table of families, in the order their rules are applied. */
import { address } from './address.ts';
import { anyPage } from './any-page.ts';
import { anySegment } from './any-segment.ts';
import { letterCase } from './case.ts';
import { cut } from './cut.ts';
import { emptyParams } from './empty-params.ts';
import { encoding } from './encoding.ts';
import type { Family } from './family.ts';
import { firstLetter } from './first-letter.ts';
import { hostAlias, www } from './host-alias.ts';
import { indexPage } from './index-page.ts';
import { leadingZeros } from './leading-zeros.ts';
import { nameCase } from './name-case.ts';
import { order } from './order.ts';
import { param } from './param.ts';
import { paramAny } from './param-any.ts';
import { paramPrefix } from './param-prefix.ts';
import { paramRepeat } from './param-repeat.ts';
import { paramSet } from './param-set.ts';
import { paramValue } from './param-value.ts';
import { paramWith } from './param-with.ts';
import { paramsFromPath } from './params-from-path.ts';
import { pathFromParam } from './path-from-param.ts';
import { pathFromParams } from './path-from-params.ts';
import { pathParam } from './path-param.ts';
import { port } from './port.ts';
import { prefixAlias } from './prefix-alias.ts';
import { query } from './query.ts';
import { rename } from './rename.ts';
import { repeatedParams } from './repeated-params.ts';
import { scheme } from './scheme.ts';
import { segment } from './segment.ts';
import { separator } from './separator.ts';
import { doubleSlash, slash } from './slash.ts';
import { slug } from './slug.ts';
import { space } from './space.ts';
import { suffix, wordEnd } from './suffix.ts';
import { valueAlias } from './value-alias.ts';
import { valueCase } from './value-case.ts';

/** Spelling first, then host, parameters and path: so most rules see a tidy URL. */
export const FAMILIES: readonly Family[] = [
  scheme,
  port,
  www,
  hostAlias,
  address,
  encoding,
  doubleSlash,
  separator,
  emptyParams,
  nameCase,
  repeatedParams,
  paramRepeat,
  letterCase,
  valueCase,
  space,
  firstLetter,
  leadingZeros,
  pathParam,
  suffix,
  wordEnd,
  indexPage,
  slash,
  paramWith,
  param,
  paramPrefix,
  paramValue,
  paramSet,
  query,
  rename,
  valueAlias,
  pathFromParams,
  pathFromParam,
  paramsFromPath,
  prefixAlias,
  segment,
  slug,
  cut,
  anyPage,
  anySegment,
  paramAny,
  order,
];
