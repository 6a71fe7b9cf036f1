/** The rules that need the whole code at once: each returns what is wrong, a line each. */
import path from 'node:path';
import { type Code, exportedTypes, importedFile, importsOf } from './code';

/** Names of exported types that more than one file defines, with these files. What is exported again isn't defined again. */
export function typesDefinedTwice(code: Code): Map<string, string[]> {
  const definedIn = new Map<string, Set<string>>();
  for (const file of code.values()) {
    for (const { name } of exportedTypes(file)) {
      definedIn.set(name, (definedIn.get(name) ?? new Set()).add(file.path));
    }
  }
  return new Map([...definedIn].flatMap(([name, files]) => (files.size > 1 ? [[name, [...files]]] : [])));
}

export const filesPerFolderMax = 20;

/** Folders with more than 20 files of code, fixtures and scripts included; only tests (`*.test.ts`) don't count. */
export function fullFolders(code: Code): string[] {
  const files = new Map<string, number>();
  for (const file of code.keys()) {
    const folder = path.posix.dirname(file);
    if (!/\.test\.tsx?$/.test(file)) files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  return [...files]
    .filter(([, count]) => count > filesPerFolderMax)
    .map(([folder, count]) => `${folder}: ${count} files, more than ${filesPerFolderMax}`);
}

/** Files that import the same module in two declarations; values and types stand in one. */
export function importedTwice(code: Code): string[] {
  return [...code.values()].flatMap((file) => {
    const modules = importsOf(file).flatMap(({ from, again }) => (again ? [] : [from]));
    const twice = modules.filter((from, at) => modules.indexOf(from) !== at);
    return [...new Set(twice)].map((from) => `${file.path} imports ${from} twice`);
  });
}

/** Groups of files that import each other, directly or through others of the group; imports of types count. */
export function importCircles(code: Code): string[] {
  const imports = new Map(
    [...code.values()].map((file) => [
      file.path,
      importsOf(file).flatMap(({ from }) => importedFile(code, file.path, from) ?? []),
    ]),
  );
  return stronglyConnected(imports).map((files) => files.sort().join(' ⇄ '));
}

/** Tarjan's algorithm: the groups of nodes that reach each other. */
function stronglyConnected(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const groups: string[][] = [];
  const found = new Map<string, number>();
  const open = new Set<string>();
  const stack: string[] = [];
  const visit = (node: string): number => {
    const index = found.size;
    let low = index;
    found.set(node, index);
    open.add(node);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!found.has(next)) low = Math.min(low, visit(next));
      else if (open.has(next)) low = Math.min(low, found.get(next) ?? low);
    }
    if (low === index) {
      const group = stack.splice(stack.indexOf(node));
      for (const member of group) open.delete(member);
      if (group.length > 1 || edges.get(node)?.includes(node)) groups.push(group);
    }
    return low;
  };
  for (const node of edges.keys()) if (!found.has(node)) visit(node);
  return groups;
}
