/**
 * The declarations of an entry in one file that needs no other: what the entry exports, and what that names. Types that are made
 * from schemas are written out as what they are; everything else stands as its source declares it.
 */
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');

/** Types of these libraries are made from schemas and codecs. */
const isMade = (file) => /libs\/core\/(wire|message)\//.test(file);

/** What the schemas make for a name that is given. */
const BY_NAME = {
  CommandOf: "export type CommandOf<N extends Command['c']> = Extract<Command, { readonly c: N }>;",
};

const programs = new Map();

function programOf(entry) {
  const known = programs.get(entry);
  if (known) return known;
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([entry], { ...options, declaration: true, emitDeclarationOnly: true });
  programs.set(entry, program);
  return program;
}

/** The text of the declarations of an entry, whose path is absolute. Throws for a type that can't be written out. */
export function declarations(entry) {
  const program = programOf(entry);
  const writer = new Writer(program);
  const source = program.getSourceFile(entry);
  for (const symbol of writer.exportsOf(source)) writer.need(symbol);
  return `${[...writer.written.values()].join('\n\n')}\n`;
}

class Writer {
  constructor(program) {
    this.program = program;
    this.checker = program.getTypeChecker();
    /** Declarations by name, in the order in which they were first needed. */
    this.written = new Map();
    /** The name of each symbol here: types that only one file knows may share theirs. */
    this.symbols = new Map();
    /** Names of written-out types, by the type. */
    this.names = new Map();
    this.emitted = new Map();
  }

  exportsOf(source) {
    return this.checker
      .getExportsOfModule(this.checker.getSymbolAtLocation(source))
      .map((symbol) => this.origin(symbol));
  }

  origin(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Has a symbol be written, and gives its name. */
  need(symbol) {
    const known = this.symbols.get(symbol);
    if (known) return known;
    const own = symbol.getName();
    let name = own;
    for (let more = 2; this.written.has(name); more += 1) name = `${own}${more}`;
    this.symbols.set(symbol, name);
    // Takes the place before what it names.
    this.written.set(name, '');
    const [declaration] = symbol.declarations;
    const text = this.textOf(own, symbol, declaration);
    this.written.set(name, name === own ? text : text.replace(new RegExp(`\\b${own}\\b`), name));
    return name;
  }

  textOf(name, symbol, declaration) {
    const file = declaration.getSourceFile().fileName;
    if (BY_NAME[name]) {
      return this.withNames(BY_NAME[name], declaration.getSourceFile());
    }
    const isAlias = ts.isTypeAliasDeclaration(declaration) && !declaration.typeParameters;
    if (isMade(file) && isAlias) {
      const type = this.checker.getDeclaredTypeOfSymbol(symbol);
      this.names.set(type, this.symbols.get(symbol));
      return `${docOf(declaration)}export type ${name} = ${this.print(type, declaration, true)};`;
    }
    const text = this.declarationText(file, name);
    return this.withNames(text, declaration.getSourceFile());
  }

  /** A piece of declaration with the names that the types have here, as the file that declares it knows them. */
  withNames(text, source) {
    const parsed = ts.createSourceFile('d.ts', text, ts.ScriptTarget.Latest, true);
    const own = new Set();
    const findOwn = (node) => {
      if (ts.isTypeParameterDeclaration(node)) own.add(node.name.text);
      ts.forEachChild(node, findOwn);
    };
    findOwn(parsed);
    const changes = [];
    const refer = (node) => {
      const named = ts.isTypeReferenceNode(node)
        ? node.typeName
        : ts.isExpressionWithTypeArguments(node)
          ? node.expression
          : ts.isTypeQueryNode(node)
            ? node.exprName
            : ts.isComputedPropertyName(node)
              ? node.expression
              : undefined;
      if (named && ts.isIdentifier(named) && !own.has(named.text)) {
        const name = this.needName(named.text, source);
        if (name !== named.text) changes.push([named.getStart(), named.getEnd(), name]);
      }
      ts.forEachChild(node, refer);
    };
    refer(parsed);
    let changed = text;
    for (const [start, end, name] of changes.sort(([one], [other]) => other - one)) {
      changed = changed.slice(0, start) + name + changed.slice(end);
    }
    return changed;
  }

  needName(name, source) {
    const meaning = ts.SymbolFlags.Type | ts.SymbolFlags.Value | ts.SymbolFlags.Alias;
    const found = this.checker.resolveName(name, source, meaning, false);
    if (!found) throw new Error(`${source.fileName} knows no ${name}`);
    const symbol = this.origin(found);
    const file = symbol.declarations?.[0].getSourceFile();
    if (!file || this.program.isSourceFileDefaultLibrary(file)) return name;
    if (file.fileName.includes('node_modules')) {
      if (/node_modules\/(@types|typescript)\//.test(file.fileName)) return name;
      throw new Error(`${name} is a type of ${file.fileName}`);
    }
    return this.need(symbol);
  }

  /** What the compiler declares for a file, statement by statement, by name. */
  declarationText(file, name) {
    if (!this.emitted.has(file)) {
      let text = '';
      const source = this.program.getSourceFile(file);
      this.program.emit(source, (_, content) => (text = content), undefined, true);
      const parsed = ts.createSourceFile('d.ts', text, ts.ScriptTarget.Latest, true);
      const texts = new Map();
      for (const statement of parsed.statements) {
        const names = ts.isVariableStatement(statement)
          ? statement.declarationList.declarations.map((one) => one.name.text)
          : statement.name
            ? [statement.name.text]
            : [];
        for (const one of names)
          texts.set(
            one,
            `${texts.has(one) ? `${texts.get(one)}\n` : ''}${exported(statement.getFullText().trim())}`,
          );
      }
      this.emitted.set(file, texts);
    }
    const text = this.emitted.get(file).get(name);
    if (!text) throw new Error(`the compiler declares no ${name} for ${file}`);
    return text;
  }

  /** A type written out. Types that have a name and are written already, or will be, are named. */
  print(type, at, isTop = false) {
    const named = isTop ? undefined : this.nameOf(type);
    if (named) return named;
    const { flags } = type;
    if (flags & ts.TypeFlags.Boolean) return 'boolean';
    if (type.isUnion()) return this.printUnion(type, at);
    if (type.isIntersection()) {
      if (type.types.some((one) => one.flags & ts.TypeFlags.Primitive)) return this.branded(type);
      return this.printObject(type, at);
    }
    if (
      flags &
      (ts.TypeFlags.Primitive |
        ts.TypeFlags.Literal |
        ts.TypeFlags.Unknown |
        ts.TypeFlags.Any |
        ts.TypeFlags.Never)
    ) {
      return this.checker.typeToString(type);
    }
    if (this.checker.isTupleType(type)) {
      const items = this.checker.getTypeArguments(type).map((item) => this.print(item, at));
      return `readonly [${items.join(', ')}]`;
    }
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type);
      return `readonly (${this.print(item, at)})[]`;
    }
    return this.printObject(type, at);
  }

  printUnion(type, at) {
    const parts = type.types.map((one) => this.print(one, at));
    const all = new Set(parts);
    if (all.has('true') && all.has('false')) {
      all.delete('true');
      all.delete('false');
      all.add('boolean');
    }
    return [...all].join(' | ');
  }

  branded(type) {
    throw new Error(`a branded type without a name: ${this.checker.typeToString(type)}`);
  }

  printObject(type, at) {
    const index = this.checker.getIndexInfosOfType(type)[0];
    const members = this.checker.getPropertiesOfType(type).map((property) => {
      const of = this.checker.getTypeOfSymbolAtLocation(property, at);
      const optional = property.flags & ts.SymbolFlags.Optional ? '?' : '';
      const doc = ts.displayPartsToString(property.getDocumentationComment(this.checker));
      const comment = doc ? `/** ${doc.replaceAll('\n', ' ')} */ ` : '';
      return `${comment}readonly ${property.getName()}${optional}: ${this.print(of, at)};`;
    });
    if (index) members.push(`readonly [name: string]: ${this.print(index.type, at)};`);
    return `{ ${members.join(' ')} }`;
  }

  /** The name of a type that the house exports under one. */
  nameOf(type) {
    const known = this.names.get(type);
    if (known) return known;
    const symbol =
      type.aliasSymbol ??
      (type.flags & ts.TypeFlags.Object && type.isClassOrInterface() ? type.symbol : undefined);
    const declaration = symbol?.declarations?.[0];
    if (!declaration || type.aliasTypeArguments?.length) return undefined;
    const file = declaration.getSourceFile().fileName;
    if (!file.startsWith(root) || file.includes('node_modules')) return undefined;
    const isExported = ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export;
    if (!isExported || declaration.typeParameters) return undefined;
    return this.need(symbol);
  }
}

const exported = (text) => {
  const doc = /^(?:\/\*\*[\s\S]*?\*\/\s*)*/.exec(text)[0];
  const code = text.slice(doc.length);
  return `${doc}${/^export /.test(code) ? code : `export ${code.startsWith('declare') || /^(type|interface)/.test(code) ? code : `declare ${code}`}`}`;
};

const docOf = (declaration) => {
  const text = declaration.getFullText();
  const [doc] = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*(?=export|type)/.exec(text) ?? [''];
  return doc;
};
