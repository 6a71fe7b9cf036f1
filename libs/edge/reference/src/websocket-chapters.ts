import { REJECTION_CODES } from '@exchange/core/kernel';
import {
  COMMAND_NAMES,
  type CommandDefinition,
  type CommandName,
  definitionOf,
  EVENT_NAMES,
  type EventName,
  EVENTS,
} from '@exchange/core/wire';
import { type asyncApiDocument, commandMessage, eventIds, examplePacket, packetMessage } from './async-api';
import { exampleCommand } from './command-examples';
import { COMMAND_NOTES } from './command-notes';
import { resolved, tablesOf, type Types, typeSections, typeText } from './describe-schema';
import { ERROR_NOTES } from './error-notes';
import type { PlainSchema } from './plain-schema';
import type { Chapter, Section } from './section';

type Document = ReturnType<typeof asyncApiDocument>;

/** How positions are counted, wherever a table shows them. */
const POSITIONS_TEXT = 'Arrays hold their values at fixed positions, counted from 0 as code does.';

const NEEDS = {
  anyone: 'Needs no login.',
  account: 'Needs a login.',
  ownKey: "Needs a login with the account's own key.",
} as const;

export const commandsChapter = (document: Document): Chapter => ({
  title: 'Commands',
  text: 'What a client may send, as objects in the array of a frame. Each may also have `rid`, a whole number that its answers repeat.',
  sections: COMMAND_NAMES.map((name) => commandSection(document, name)),
});

function commandSection(document: Document, name: CommandName): Section {
  const types = typesOf(document);
  const forms = formsOf(payloadOf(document, commandMessage(name)), types);
  const properties = Object.assign({}, ...forms.map((form) => form.properties)) as Record<
    string,
    PlainSchema
  >;
  const { c: _, rid: __, ...fields } = properties;
  const isRequired = (field: string) => forms.every((form) => (form.required as string[]).includes(field));
  const { tenths, right, rules = [] } = definitionOf(name);
  const { does, answers } = COMMAND_NOTES[name];
  const named = Object.entries(fields).map(([field, schema]) => [
    field,
    typeText(schema, types),
    isRequired(field) ? 'required' : (choiceOf(rules, field) ?? 'optional'),
    String(schema.description ?? ''),
  ]);
  return {
    title: name,
    text: [
      does,
      `${NEEDS[right]} Costs ${tenths / 10}${name === 'subscribe' ? ' for each started 10 pairs' : ''}. Answered by ${answers.join(', ')}, or error.`,
      ...(rules.length > 0 ? [`Fields together: ${rules.map(({ says }) => says).join('; ')}.`] : []),
    ],
    tables: named.length === 0 ? [] : [{ head: ['field', 'type', 'needed', 'must be'], rows: named }],
    example: JSON.stringify([exampleCommand(name)]),
  };
}

/** How many of its companions must be given, for a field that is one of a choice. */
const choiceOf = (rules: NonNullable<CommandDefinition['rules']>, field: string): string | undefined =>
  rules.find(({ choice }) => choice?.of.includes(field))?.choice?.howMany;

export const eventsChapter = (document: Document): Chapter => ({
  title: 'Events',
  text: 'What the server sends: packets [CHANNEL, EVENT_ID, MESSAGE, RID?] in the array of a frame. RID is there when the packet comes of a command that had one. Positions are counted from 0, as code does.',
  sections: EVENT_NAMES.map((name) => eventSection(document, name)),
});

const CHANNELS = {
  general: 'Channel 0.',
  market: 'Channel: the market id.',
  pair: 'Channel: the conversion pair.',
  chain: 'Channel: `ethereum`.',
  exchange: 'Channel: `exchange`.',
  marketOrGeneral: 'Channel: the market id, or 0 for all markets.',
} as const;

function eventSection(document: Document, name: EventName): Section {
  const types = typesOf(document);
  const message = resolved(messageOf(document, name), types);
  const [id, distinct] = eventIds(name);
  const other = distinct === undefined ? '' : `, with distinct events \`${distinct}\``;
  return {
    title: name,
    text: [
      `Id \`${id}\`${other}. ${CHANNELS[EVENTS[name].channel]} ${EVENTS[name].when}`,
      `Message: ${typeText(message, types)}. ${String(message.description ?? '')}`.trim(),
    ],
    tables: tablesOf(message, types),
    example: JSON.stringify(examplePacket(name)),
  };
}

/** Messages have their tables in the chapter of events: here are the parts of them, and of other objects. */
export function objectsChapter(document: Document): Chapter {
  const types = typesOf(document);
  const messages = EVENT_NAMES.map((name) => messageOf(document, name));
  const parts = [...messages.map(({ items }) => items), ...Object.values(types)];
  return { title: 'Objects', text: POSITIONS_TEXT, sections: typeSections(parts, types) };
}

export const errorsChapter = (): Chapter => ({
  title: 'Errors',
  text: 'A refused command is answered by an error packet whose message is `CODE: sentence`. The sentence is for people and may change; a code never changes its meaning.',
  sections: [
    {
      title: 'Codes',
      text: [],
      tables: [
        {
          head: ['code', 'when', 'what to do'],
          rows: REJECTION_CODES.map((code) => [code, ERROR_NOTES[code].when, ERROR_NOTES[code].remedy]),
        },
      ],
    },
  ],
});

const typesOf = ({ components }: Document): Types => components.schemas;

/** The objects of which a command is one. */
const formsOf = (payload: PlainSchema, types: Types): readonly PlainSchema[] =>
  ((payload.anyOf ?? [payload]) as PlainSchema[]).map((form) => resolved(form, types));

/** What stands in the packets of an event. */
const messageOf = (document: Document, name: EventName): PlainSchema =>
  (payloadOf(document, packetMessage(name)).items as PlainSchema[])[2] as PlainSchema;

function payloadOf({ components }: Document, message: string): PlainSchema {
  const messages = components.messages as Record<string, { payload: PlainSchema } | undefined>;
  const payload = messages[message]?.payload;
  if (payload === undefined) throw new Error(`the document has no message ${message}`);
  return payload;
}
