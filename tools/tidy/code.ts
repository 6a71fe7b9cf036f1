import path from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './rules';

/** A file of code, parsed once for all rules. */
export interface CodeFile {
  readonly path: string;
  readonly tree: ts.SourceFile;
}

/** All code of the repository by path, without what is generated. */
export type Code = ReadonlyMap<string, CodeFile>;

const judged = /^(apps|contracts|e2e|libs|simulation|tools)\/.*\.(ts|tsx|mjs)$/;

/** Parses what the rules of code judge: TypeScript and scripts of all rooms, tests and AssemblyScript included. */
export function parseCode(files: readonly SourceFile[]): Code {
  const code = files.filter((file) => judged.test(file.path) && !file.path.includes('/generated/'));
  return new Map(
    code.map((file) => [
      file.path,
      { path: file.path, tree: ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true) },
    ]),
  );
}

/** What a file imports, by the words between the quotes, in order; `again` for what it exports from another file. */
export function importsOf({ tree }: CodeFile): { readonly from: string; readonly again: boolean }[] {
  return tree.statements.flatMap((statement) => {
    const imports = ts.isImportDeclaration(statement);
    if (!imports && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    return from && ts.isStringLiteral(from) ? [{ from: from.text, again: !imports }] : [];
  });
}

/** The file of the repository that an import names, or undefined for a package. */
export function importedFile(code: Code, importer: string, from: string): string | undefined {
  if (!from.startsWith('.') && !from.startsWith('@exchange/')) return undefined;
  const stem = from.startsWith('.')
    ? path.posix.join(path.posix.dirname(importer), from)
    : from.replace('@exchange/', 'libs/') + '/src/index';
  return [stem, `${stem}.ts`, `${stem}.tsx`, `${stem}/index.ts`].find((candidate) => code.has(candidate));
}

export type TypeDeclaration =
  | ts.TypeAliasDeclaration
  | ts.InterfaceDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration;

/** The types that a file defines and exports under a name. */
export function exportedTypes({
  tree,
}: CodeFile): { readonly name: string; readonly node: TypeDeclaration }[] {
  return tree.statements.flatMap((node) => {
    const defines =
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node);
    if (!defines || !node.name) return [];
    const exported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return exported ? [{ name: node.name.text, node }] : [];
  });
}
