/** Writes the types that Modelina makes of an AsyncAPI document: `node generate-types.mjs MODELINA DOCUMENT TYPES`, all of them paths. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [modelina, document, types] = process.argv.slice(2);
const { TypeScriptGenerator } = createRequire(import.meta.url)(modelina);

const generator = new TypeScriptGenerator({
  ...{ modelType: 'interface', enumType: 'union', mapType: 'record', rawPropertyNames: true },
  processorOptions: {
    // Objects of messages are open, for members that a later release adds: that is no type.
    interpreter: { ignoreAdditionalProperties: true },
    // Whether the document is valid is looked at where it is made; here it would take twice as long.
    asyncapi: { ruleset: { core: false, recommended: false } },
  },
});
const models = await generator.generate(JSON.parse(readFileSync(document, 'utf8')));
writeFileSync(types, models.map(({ result }) => `export ${result}`).join('\n\n'));
