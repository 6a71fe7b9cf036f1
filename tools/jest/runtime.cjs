'use strict';
const Module = require('node:module');
const { pathToFileURL } = require('node:url');
const { SyntheticModule, compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const ofPackage = (file) => /[\\/]node_modules[\\/]/.test(file);

/** Modules of packages, of this process, and compiled parts of Jest itself. */
const imported = new Map();
const compiled = new Map();

/** Through Node itself, once in this process: most of a test file's time went into reading the same packages again. */
function importPackage(file) {
  if (!imported.has(file)) imported.set(file, asModule(file));
  return imported.get(file);
}

async function asModule(file) {
  const exported = file.endsWith('.json')
    ? { default: require(file) }
    : await import(pathToFileURL(file).href);
  const names = Object.keys(exported);
  const module = new SyntheticModule(
    names,
    () => {
      for (const name of names) module.setExport(name, exported[name]);
    },
    { identifier: file },
  );
  if (module.status === 'unlinked') await module.link(() => undefined);
  await module.evaluate();
  return module;
}

/**
 * Loads packages once in each process, and our own modules anew for each test file; all in Node's own realm (see
 * environment.cjs). Jest has no option for either, so this reaches into the version that package.json names.
 */
class PackagesOnce extends Runtime {
  constructor(...args) {
    super(...args);
    const { esmLoader, executor } = this;
    const { loadEsmModule, loadCjsAsEsm } = esmLoader;
    esmLoader.loadEsmModule = (file, suffix) =>
      ofPackage(file) ? importPackage(file) : loadEsmModule.call(esmLoader, file, suffix);
    esmLoader.loadCjsAsEsm = (from, file, suffix, context) =>
      ofPackage(file) ? importPackage(file) : loadCjsAsEsm.call(esmLoader, from, file, suffix, context);
    // Without a context a module is of Node's own realm.
    esmLoader.getContext = () => undefined;
    executor.compile = (source, file) => this.#compile(source, file);
    // Said of a resolver that can wait, this keeps Jest from loading a graph in one go, past the methods above, on newer Node.
    this._resolution.hasDistinctAsyncResolver = () => true;
  }

  requireModule(from, name, options, isRequireActual) {
    const isOurs = options?.isInternalModule === true || (name !== undefined && Module.isBuiltin(name));
    const file = isOurs ? undefined : this._resolution.resolveCjs(from, name);
    if (file !== undefined && ofPackage(file)) return Module.createRequire(file)(file);
    return super.requireModule(from, name, options, isRequireActual);
  }

  #compile(source, file) {
    if (this._environment.global === null) return null;
    const { executor } = this;
    const importModuleDynamically = (specifier, _referrer, attributes, phase) =>
      executor.dynamicImport(specifier, file, undefined, attributes, phase);
    const compile = () =>
      compileFunction(source, executor.injectedModuleParameters, { filename: file, importModuleDynamically });
    if (!ofPackage(file)) return compile();
    if (!compiled.has(file)) compiled.set(file, compile());
    return compiled.get(file);
  }
}

Object.defineProperty(module.exports, '__esModule', { value: true });
module.exports.default = PackagesOnce;
