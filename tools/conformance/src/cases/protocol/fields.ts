import { COMMAND_NAMES, type SeedCommand, type SeedConnection, tenthsOf } from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { is, matches } from '../../expectations';
import { type Sample, sampleOf, SAMPLES } from '../../samples';
import type { World } from '../../world';

const commands = inSection('Websocket commands');

/** Another type than a field's: each value is one that some other field would take. */
function mistyped(value: unknown): unknown[] {
  if (typeof value === 'number') return [String(value), -1, 1.5, true, null, [value]];
  if (typeof value === 'boolean') return [String(value), 2.5, null, {}];
  if (Array.isArray(value)) return [value[0], [], [7], null];
  return [5, true, null, [value], { text: value }];
}

const POINTS_TENTHS = 400;

/** Sends commands without a login, on as many connections as their points take. */
class Stranger {
  #connection: SeedConnection | undefined;
  #tenths = 0;

  constructor(private readonly world: World) {}

  async refusal(command: SeedCommand): Promise<string> {
    if (this.#tenths > POINTS_TENTHS) this.close();
    this.#connection ??= await this.world.connection();
    this.#tenths += tenthsOf(command.c);
    return this.#connection.refusal(command);
  }

  close(): void {
    this.#connection?.close();
    this.#connection = undefined;
    this.#tenths = 0;
  }
}

async function refused(stranger: Stranger, command: SeedCommand, field: string): Promise<void> {
  const text = await stranger.refusal(command);
  matches(text, /^INVALID_(FIELD|SIGNATURE): /, `the refusal of ${JSON.stringify(command)}`);
  matches(text, new RegExp(`\\b${field}\\b`), 'a refusal names the field');
}

/** Everything that can be wrong with one field of a command, if it is there. */
async function refusesValues(stranger: Stranger, command: SeedCommand, field: string, value: unknown) {
  for (const wrong of mistyped(value)) await refused(stranger, { ...command, [field]: wrong }, field);
}

async function refusesWrongFields(stranger: Stranger, c: string, sample: Sample): Promise<void> {
  const command = sampleOf(c);
  for (const [field, value] of Object.entries(sample.required ?? {})) {
    const without = Object.fromEntries(Object.entries(command).filter(([name]) => name !== field));
    await refused(stranger, { c, ...without }, field);
    await refusesValues(stranger, command, field, value);
  }
  for (const [field, value] of Object.entries(sample.optional ?? {})) {
    await refusesValues(stranger, command, field, value);
  }
  const choices = Object.entries(sample.oneOf ?? {});
  for (const [field, value] of choices) {
    await refusesValues(stranger, { c, ...sample.required }, field, value);
  }
  const [first] = choices;
  if (first !== undefined) await refused(stranger, { c, ...sample.required }, first[0]);
  await refused(stranger, { ...command, noSuchField: 1 }, 'noSuchField');
}

export const fieldCases = [
  ...COMMAND_NAMES.map((c) =>
    commands(`${c} is refused when a field is missing, mistyped or not its own`, async (world) => {
      const sample = SAMPLES[c];
      if (sample === undefined) throw new Error(`there is no sample of ${c}`);
      const stranger = new Stranger(world);
      await refusesWrongFields(stranger, c, sample);
      stranger.close();
    }),
  ),
  commands('a rid is a whole number; any other is refused without one', async (world) => {
    const connection = await world.connection();
    for (const rid of ['1', -1, 1.5, null, true, 2 ** 53]) {
      const from = connection.packets.length;
      connection.sendText(JSON.stringify([{ c: 'ping', rid }]));
      const answer = await connection.find('an error', from, () => true);
      is([answer.event, answer.rid ?? null], ['e', null], `event and rid for ${JSON.stringify(rid)}`);
      matches(String(answer.message), /^INVALID_FIELD: rid /, 'the error');
    }
    connection.close();
  }),
];
