/** As much of a JSON schema as it takes to say what a field may be. */
export interface DeskField {
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly DeskField[];
  readonly items?: DeskField;
  readonly properties?: Readonly<Record<string, DeskField>>;
  readonly patternProperties?: Readonly<Record<string, DeskField>>;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** What a field may be, in words. */
export function fieldText(schema: DeskField): string {
  const { description } = schema;
  const form = formOf(schema);
  return description === undefined ? form : `${form}: ${description}`;
}

/** How patterns of texts begin that stand for something; the others hold of nearly any text. */
const PATTERNS = [
  ['^0x[0-9a-f]{40}', 'an address 0x…'],
  ['^0x[0-9a-f]{64}', 'a hash 0x…'],
  ['^(0|[1-9]', 'a whole number, without any point'],
] as const;

function formOf({
  anyOf,
  const: only,
  type,
  items,
  properties,
  patternProperties,
  pattern,
}: DeskField): string {
  if (anyOf !== undefined) return anyOf.map(formOf).join(' or ');
  if (only !== undefined) return String(only);
  if (type === 'array') return `a list [${items === undefined ? '' : formOf(items)}, …]`;
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, member]) => `"${name}": ${formOf(member)}`);
    return `{${members.join(', ')}}`;
  }
  if (patternProperties !== undefined) return '{"name": "value", …}';
  const known = PATTERNS.find(([begins]) => pattern?.startsWith(begins));
  if (known !== undefined) return known[1];
  const words: Readonly<Record<string, string>> = {
    ...{ integer: 'a whole number', number: 'a number', string: 'a text', boolean: 'true or false' },
  };
  return words[type ?? ''] ?? String(type);
}
