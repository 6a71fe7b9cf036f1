const said =
  'A decision is a value: what it needs is prepared, and what it says is part of it (docs/decisions/one-way-in.md).';
const decide = ":matches(Property, MethodDefinition)[key.name='decide']";
const outside = '/^(log|clock|entropy|database|metrics)$/';
const globals = '/^(Date|Math|console|performance|process|crypto)$/';
const impure = '/^(now|random|log|warn|error|hrtime|getRandomValues|randomUUID)$/';

/** What no function named `decide` may hold: it waits for nothing, reads no clock, draws nothing, and writes no log. */
export const decidePurity = [
  `${decide} > :function[async=true]`,
  `${decide} AwaitExpression`,
  `${decide} MemberExpression[property.name=${outside}]`,
  `${decide} ObjectPattern > Property[key.name=${outside}]`,
  `${decide} MemberExpression[object.name=${globals}][property.name=${impure}]`,
  `${decide} NewExpression[callee.name='Date'][arguments.length=0]`,
].map((selector) => ({ selector, message: said }));

/** The same for the functions that an inbox's decisions call: no file of an inbox may name a clock or a log. */
export const inboxPurity = {
  'no-restricted-globals': [
    'error',
    ...['performance', 'console', 'process', 'setTimeout', 'setInterval', 'fetch'].map((name) => ({
      name,
      message: said,
    })),
  ],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message: said },
    { object: 'Math', property: 'random', message: said },
  ],
};
