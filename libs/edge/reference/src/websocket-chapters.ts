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
import { objectSections, tablesOf, typeText } from './describe-schema';
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
  const { properties = {}, required = [] } = payloadOf(document, commandMessage(name));
  const { c: _, rid: __, ...fields } = properties as Record<string, PlainSchema>;
  const { tenths, right, rules = [] } = definitionOf(name);
  const { does, answers } = COMMAND_NOTES[name];
  const named = Object.entries(fields).map(([field, schema]) => [
    field,
    typeText(schema),
    (required as string[]).includes(field) ? 'required' : (choiceOf(rules, field) ?? 'optional'),
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
  const positions = payloadOf(document, packetMessage(name)).items as PlainSchema[];
  const message = positions[2] as PlainSchema;
  const [id, distinct] = eventIds(name);
  const other = distinct === undefined ? '' : `, with distinct events \`${distinct}\``;
  return {
    title: name,
    text: [
      `Id \`${id}\`${other}. ${CHANNELS[EVENTS[name].channel]} ${EVENTS[name].when}`,
      `Message: ${typeText(message)}. ${String(message.description ?? '')}`.trim(),
    ],
    tables: tablesOf(message),
    example: JSON.stringify(examplePacket(name)),
  };
}

export const objectsChapter = (document: Document): Chapter => ({
  title: 'Objects',
  text: POSITIONS_TEXT,
  sections: objectSections(namedSchemas(document)),
});

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

/** Commands are in the first chapter, codes in the last. */
function namedSchemas({ components }: Document): Record<string, PlainSchema> {
  const { ErrorCode: _, ...schemas } = components.schemas;
  return schemas;
}

function payloadOf({ components }: Document, message: string): PlainSchema {
  const messages = components.messages as Record<string, { payload: PlainSchema } | undefined>;
  const payload = messages[message]?.payload;
  if (payload === undefined) throw new Error(`the document has no message ${message}`);
  return payload;
}
