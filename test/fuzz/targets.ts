/** Everything that takes bytes from outside, as a list. */
import type { FuzzTarget } from './target.ts';
import { httpTarget } from './targets/http.ts';
import { inputTarget, learnTarget, zstdTarget } from './targets/inputs.ts';
import { pageTarget, robotsTarget } from './targets/pages.ts';
import { parquetTarget } from './targets/parquet.ts';
import { customLogTarget, readerTargets } from './targets/readers.ts';
import { compiledTarget, exportTarget, ruleFileTarget, ruleTextTarget } from './targets/rules.ts';
import { headerTarget, keyTarget, linesTarget, urlTarget } from './targets/urls.ts';

export const targets: readonly FuzzTarget[] = [
  ...readerTargets,
  customLogTarget,
  parquetTarget,
  inputTarget,
  zstdTarget,
  learnTarget,
  ruleTextTarget,
  ruleFileTarget,
  compiledTarget,
  exportTarget,
  urlTarget,
  keyTarget,
  linesTarget,
  headerTarget,
  pageTarget,
  robotsTarget,
  httpTarget,
];
