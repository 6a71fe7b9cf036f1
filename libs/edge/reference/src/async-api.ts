import { REJECTION_CODES } from '@exchange/core/kernel';
import {
  type CommandName,
  COMMAND_NAMES,
  commandSchema,
  COMMANDS,
  DISTINCT_IDS,
  EVENT_IDS,
  EVENT_NAMES,
  type EventChannel,
  type EventName,
  EVENTS,
  FRAME_LIMITS,
  type LimitsView,
  packetSchema,
} from '@exchange/core/wire';
import { exampleCommand } from './command-examples';
import { COMMAND_NOTES } from './command-notes';
import { ERROR_NOTES } from './error-notes';
import { EXAMPLES } from './examples';
import { PlainSchemas } from './plain-schema';
import { WEBSOCKET_PATH, websocketServer } from './websocket-server';
import { typeName } from './type-name';

/** What the documents say of this deployment. */
export interface ReferenceFacts {
  readonly name: string;
  readonly network: string;
  readonly limits: LimitsView;
  /** Where clients reach the websocket, if the operator said so. */
  readonly websocketUrl?: string | undefined;
}

/** Version of the public interface, which the paths carry as v1. */
export const INTERFACE_VERSION = '1.0.0';

const CHANNEL = '#/channels/websocket';
export const commandMessage = (name: CommandName): string => `${name}Command`;
export const packetMessage = (name: EventName): string => `${name}Packet`;
const ref = ($ref: string) => ({ $ref });
const inChannel = (message: string) => ref(`${CHANNEL}/messages/${message}`);

const SHOWN_CHANNEL: Readonly<Record<EventChannel, string | number>> = {
  ...{
    general: 0,
    market: 'ETHDAI',
    pair: 'ETHEUR',
    chain: 'ethereum',
    exchange: 'exchange',
    marketOrGeneral: 'ETHDAI',
  },
};

/** A packet of this event, for examples. */
export const examplePacket = (name: EventName): unknown[] => [
  SHOWN_CHANNEL[EVENTS[name].channel],
  EVENT_IDS[name],
  EXAMPLES[name],
];

/** The websocket as an AsyncAPI 3.0 document, seen from the server: it receives commands and sends packets. */
export function asyncApiDocument(facts: ReferenceFacts) {
  const schemas = new PlainSchemas('draft-07');
  const commands = COMMAND_NAMES.map(commandMessage);
  const packets = EVENT_NAMES.map(packetMessage);
  const messages = {
    ...Object.fromEntries(
      COMMAND_NAMES.map((name) => [commandMessage(name), commandMessageObject(name, schemas)]),
    ),
    ...Object.fromEntries(
      EVENT_NAMES.map((name) => [packetMessage(name), packetMessageObject(name, schemas)]),
    ),
  };
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${facts.name}: websocket`,
      version: INTERFACE_VERSION,
      description:
        `Network ${facts.network}. A client frame is a JSON array of at most ${FRAME_LIMITS.commands} commands and ` +
        `${FRAME_LIMITS.characters} characters, a server frame one of packets [CHANNEL, EVENT_ID, MESSAGE, RID?].`,
      'x-limits': facts.limits,
    },
    defaultContentType: 'application/json',
    servers: { exchange: websocketServer(facts.websocketUrl) },
    channels: {
      websocket: {
        address: WEBSOCKET_PATH,
        description:
          'With the query events=distinct, no two events share an id; with bars=seconds, bars open at Unix seconds; with books=sequenced, books come with a sequence and a checksum.',
        messages: Object.fromEntries(
          [...commands, ...packets].map((name) => [name, ref(`#/components/messages/${name}`)]),
        ),
      },
    },
    operations: {
      ...Object.fromEntries(COMMAND_NAMES.map((name) => [name, commandOperation(name)])),
      sendPackets: {
        action: 'send',
        channel: ref(CHANNEL),
        summary: 'What the server sends, asked or not.',
        messages: packets.map(inChannel),
      },
    },
    components: {
      messages,
      schemas: {
        ...schemas.components,
        ErrorCode: {
          type: 'string',
          title: 'ErrorCode',
          enum: [...REJECTION_CODES],
          description: 'First word of an error packet.',
          'x-codes': ERROR_NOTES,
        },
      },
    },
  };
}

function commandMessageObject(name: CommandName, schemas: PlainSchemas) {
  return {
    name,
    title: name,
    summary: COMMAND_NOTES[name].does,
    payload: schemas.inPlace(commandSchema(name), typeName(commandMessage(name))),
    examples: [{ payload: exampleCommand(name) }],
  };
}

function packetMessageObject(name: EventName, schemas: PlainSchemas) {
  return {
    name,
    title: `${name} (${eventIds(name).join(', ')})`,
    summary: EVENTS[name].when,
    payload: schemas.inPlace(packetSchema(name), typeName(packetMessage(name))),
    examples: [{ payload: examplePacket(name) }],
  };
}

/** The id of an event, and the one that it has on a connection with distinct events. */
export function eventIds(name: EventName): string[] {
  const distinct: Partial<Record<EventName, string>> = DISTINCT_IDS;
  const other = distinct[name];
  return other === undefined ? [EVENT_IDS[name]] : [EVENT_IDS[name], other];
}

function commandOperation(name: CommandName) {
  const { does, answers } = COMMAND_NOTES[name];
  return {
    action: 'receive',
    channel: ref(CHANNEL),
    summary: does,
    messages: [inChannel(commandMessage(name))],
    reply: {
      channel: ref(CHANNEL),
      messages: [...answers, 'error' as const].map((event) => inChannel(packetMessage(event))),
    },
    'x-points': COMMANDS[name].tenths / 10,
    'x-needs': COMMANDS[name].right,
  };
}
