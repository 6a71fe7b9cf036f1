import { describe, expect, it } from '@jest/globals';
import bytes from '../../assembly/book.wasm';

describe("the book's module", () => {
  it('is valid', () => {
    expect(WebAssembly.validate(bytes)).toBe(true);
  });

  it('takes nothing from outside but a function that reports a defect', () => {
    const imported = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
    const names = imported.map(({ module, name }) => `${module}.${name}`);
    expect(names.filter((name) => name !== 'env.abort')).toEqual([]);
  });

  it('gives its memory and its functions', () => {
    const exported = WebAssembly.Module.exports(new WebAssembly.Module(bytes));
    const kinds = new Set(exported.map(({ kind }) => kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['function', 'memory']));
  });
});
