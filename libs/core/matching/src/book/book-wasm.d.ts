/** The compiled module of assembly/: Jest and the bundler compile it when it is imported. */
declare module '*/assembly/book.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  // eslint-disable-next-line no-restricted-syntax -- esbuild gives the bytes of a file no other name
  export default bytes;
}

/** What is used of the WebAssembly JavaScript interface: the types of Node leave it to those of browsers. */
declare namespace WebAssembly {
  interface ModuleImport {
    readonly module: string;
    readonly name: string;
    readonly kind: string;
  }

  interface ModuleExport {
    readonly name: string;
    readonly kind: string;
  }

  class Module {
    /** Nothing else is taken for a module. */
    private readonly compiled: unknown;
    constructor(bytes: Uint8Array<ArrayBuffer>);
    static imports(module: Module): ModuleImport[];
    static exports(module: Module): ModuleExport[];
  }

  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }

  /** An exported memory. */
  interface Memory {
    /** Another one after each growth, which leaves the one before empty. */
    readonly buffer: ArrayBuffer;
  }

  /** An exported variable. */
  interface Global {
    readonly value: number | bigint;
  }

  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
