/** Loads a bundle of commands together with what V8 made of it at build time, so that it need not be parsed at every start. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';

/** Where the build keeps what V8 made of a bundle. */
export function codeCacheOf(bundle: string): string {
  return `${bundle}.cache`;
}

/** The bundles that the build puts beside the program: of commands that work on lines, which is small, and of all. */
export type BundleName = 'line-commands' | 'commands';

export function bundlePath(name: BundleName): string {
  return fileURLToPath(new URL(`./${name}.cjs`, import.meta.url));
}

/** What the bundle exports. */
export function loadBundle<Exports>(bundle: string): Exports {
  return runBundle(compileBundle(bundle), bundle);
}

/** V8 refuses a cache of another version or other flags by itself, and parses then. */
export function compileBundle(bundle: string): Script {
  // The build writes ASCII only, and `importModule` for `import`, which is not to be had in a script from a cache.
  const source = `(function (exports, require, importModule, __filename) {${readFileSync(bundle, 'latin1')}\n})`;
  const cachedData = readCache(codeCacheOf(bundle));
  return new Script(source, { filename: bundle, ...(cachedData ? { cachedData } : {}) });
}

type Run = (
  exports: object,
  require: (name: string) => object,
  importModule: (name: string) => Promise<unknown>,
  filename: string,
) => void;

export function runBundle<Exports>(script: Script, bundle: string): Exports {
  const exports = {};
  const require = createRequire(bundle);
  const importModule = (name: string) =>
    import(name.startsWith('.') ? new URL(name, pathToFileURL(bundle)).href : name);
  const run = script.runInThisContext() as Run;
  run(exports, (name) => onDemand(() => require(name) as object), importModule, bundle);
  return exports as Exports;
}

/** A module that is loaded when something of it is asked for: the bundle names them all at its beginning, and a short run needs few. Some packages are a function, which is asked for by calling it. */
function onDemand(load: () => object): object {
  let loaded: object | undefined;
  const module = () => {
    loaded ??= load();
    return loaded;
  };
  return new Proxy(() => undefined, {
    get: (_, name) => Reflect.get(module(), name) as unknown,
    apply: (_, self, args: unknown[]) =>
      Reflect.apply(module() as (...args: unknown[]) => unknown, self, args) as unknown,
  });
}

/** Nobody needs it, so that it may be missing. */
function readCache(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
