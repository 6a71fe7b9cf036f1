/** Types that hold an order: how many forms one takes between the client and the contract. */
import ts from 'typescript';
import type { Code, CodeFile } from './code';
import { linesBelow } from './ways';

export interface OrderShape {
  readonly file: string;
  readonly name: string;
}

interface Field {
  readonly name: string;
  /** As the source says it. */
  readonly type: string;
}

/** What ships and lies between the websocket and the contract. */
const isOnTheWay = (path: string): boolean =>
  /^(apps\/[\w-]+\/src|libs\/(core|contract|edge|platform)\/)/.test(path) &&
  !/\.(test|fixture)\.ts$|\/test\//.test(path);

const hasSold = /^sell(Token)?(Amount|Book|BookAmount|Remaining)$/;
const hasBought = /^buy(Token)?(Amount|Book|BookAmount|Remaining)$/;
const isSigned = /^(expiry|nonce)$/;
const hasEnd = /^(expiresAt)$/;
const hasSide = /^side$/;
const holdsTerms = /^(OrderTerms|SignedTerms|SignedOrder|orderTerms|signedTerms|signedOrder)$/;

/**
 * An order is what says both its amounts, and its expiry or nonce (or its side and when it leaves the book), or has the
 * signed terms in a field beside others.
 * Fields that may be absent don't count: a change of an order is no order. Nor does what extends another shape, or picks
 * from it.
 */
function isOrder(fields: readonly Field[]): boolean {
  const has = (name: RegExp) => fields.some((field) => name.test(field.name));
  const hasTerms = fields.length > 1 && fields.some(({ type }) => holdsTerms.test(type));
  const isWhole = has(isSigned) || (has(hasEnd) && has(hasSide));
  return hasTerms || (has(hasSold) && has(hasBought) && isWhole);
}

/** The declarations whose fields make an order: interfaces, type literals, classes, and objects that schemas are made of. */
export function orderShapes(code: Code): OrderShape[] {
  return [...code.values()]
    .filter(({ path }) => isOnTheWay(path))
    .flatMap((file) => [...shapesIn(file)].map((name) => ({ file: file.path, name })));
}

function shapesIn({ tree }: CodeFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node, owner: string): void => {
    const name = topLevelName(node) ?? owner;
    if (name !== '' && isOrder(fieldsOf(node))) names.add(name);
    ts.forEachChild(node, (child) => visit(child, name));
  };
  visit(tree, '');
  return names;
}

/** The name of a declaration at the top of a file: what stands within belongs to it. */
function topLevelName(node: ts.Node): string | undefined {
  const isTop = (one: ts.Node): boolean => ts.isSourceFile(one.parent);
  // The codec or reader of a type is no other shape.
  if (ts.isVariableDeclaration(node) && isTop(node.parent.parent)) {
    return /^(Codec|ReadJson)</.test(node.type?.getText() ?? '') ? '' : node.name.getText();
  }
  const named =
    ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
  return named && isTop(node) ? node.name?.text : undefined;
}

function fieldsOf(node: ts.Node): Field[] {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node) || ts.isClassDeclaration(node)) {
    return node.members.flatMap((member) => {
      const holds = ts.isPropertySignature(member) || ts.isPropertyDeclaration(member);
      return holds && !member.questionToken
        ? [{ name: member.name.getText(), type: member.type?.getText() ?? '' }]
        : [];
    });
  }
  return ts.isObjectLiteralExpression(node) && isSchema(node) ? schemaFields(node) : [];
}

/** An object that says types, as it stands in the call of a codec, a schema, a layout or a table, or in a variant of one. */
function isSchema({ parent }: ts.Node): boolean {
  if (ts.isCallExpression(parent)) {
    return /^(object|Fields|Type\.Object|defineTable|layout|command|closed)$/.test(
      parent.expression.getText(),
    );
  }
  if (ts.isPropertyAssignment(parent) && parent.name.getText() === 'fields') return true;
  const isVariant = ts.isPropertyAssignment(parent) && ts.isCallExpression(parent.parent.parent);
  return isVariant && /^variants$/.test((parent.parent.parent as ts.CallExpression).expression.getText());
}

const schemaFields = (node: ts.ObjectLiteralExpression): Field[] =>
  node.properties.flatMap((property) => {
    if (ts.isShorthandPropertyAssignment(property))
      return [{ name: property.name.text, type: property.name.text }];
    if (!ts.isPropertyAssignment(property)) return [];
    const type = property.initializer.getText();
    return /^(optional|Type\.Optional|maybe)\b/.test(type) ? [] : [{ name: property.name.getText(), type }];
  });

const row = /^\|\s*`(\w+)`\s*\|\s*`([^`]+)`\s*\|/;

/** The shapes in the table below a heading of docs/ONBOARDING: their names and files. */
export function shapesBelow(page: string, heading: string): OrderShape[] {
  return linesBelow(page, heading).flatMap((line) => {
    const [, name, file] = row.exec(line) ?? [];
    return name !== undefined && file !== undefined ? [{ name, file }] : [];
  });
}
