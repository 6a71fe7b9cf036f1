import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { BarePacket, HeardAnswer } from './traffic';

type Schema = Record<string, unknown>;

interface AsyncApi {
  readonly components: {
    readonly messages: Record<string, { payload: Schema }>;
    readonly schemas: Record<string, Schema>;
  };
}
interface OpenApi {
  readonly paths: Record<
    string,
    { get: { responses: Record<string, { content?: Record<string, { schema: Schema }> }> } }
  >;
}

/** Compares what the exchange says with the documents that it serves, where every member must be documented. */
export class Documented {
  readonly #events = new Map<string, ValidateFunction[]>();
  readonly #paths: { readonly pattern: RegExp; readonly byStatus: Map<string, ValidateFunction> }[];

  constructor(asyncApi: AsyncApi, openApi: OpenApi) {
    const packets = new Ajv({ strict: false, allErrors: true });
    packets.addSchema({ $id: 'packets', ...(closed(asyncApi) as object) });
    for (const [name, { payload }] of Object.entries(asyncApi.components.messages)) {
      if (!name.endsWith('Packet')) continue;
      const [, id] = payload.items as [Schema, Schema];
      const { enum: ids } = id.$ref === undefined ? id : referred(asyncApi, String(id.$ref));
      const validate = packets.compile({ $ref: `packets#/components/messages/${name}/payload` });
      for (const event of ids as string[])
        this.#events.set(event, [...(this.#events.get(event) ?? []), validate]);
    }
    const answers = new Ajv2020({ strict: false, allErrors: true });
    answers.addSchema({ $id: 'answers', ...(closed(openApi) as object) });
    this.#paths = Object.entries(openApi.paths).map(([path, { get }]) => ({
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      byStatus: new Map(
        Object.entries(get.responses).flatMap(([status, { content }]) => {
          if (content === undefined) return [];
          const place = ['paths', path, 'get', 'responses', status, 'content', 'application/json', 'schema'];
          const pointer = place
            .map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1'))
            .map(encodeURIComponent);
          return [[status, answers.compile({ $ref: `answers#/${pointer.join('/')}` })] as const];
        }),
      ),
    }));
  }

  /** What is wrong with a packet, if anything. */
  packetProblem(packet: BarePacket): string | undefined {
    const candidates = this.#events.get(packet[1]);
    const shown = JSON.stringify(packet).slice(0, 300);
    if (candidates === undefined) return `undocumented event in ${shown}`;
    if (candidates.some((validate) => validate(packet))) return undefined;
    return `${shown}: ${JSON.stringify(candidates.map(({ errors }) => errors?.slice(0, 2)))}`;
  }

  /** What is wrong with an answer, if anything. */
  answerProblem({ path, status, body }: HeardAnswer): string | undefined {
    const validate = this.#paths.find(({ pattern }) => pattern.test(path))?.byStatus.get(String(status));
    if (validate === undefined) return `undocumented answer ${status} of ${path}`;
    return validate(body) ? undefined : `${path}: ${JSON.stringify(validate.errors?.slice(0, 2))}`;
  }
}

/** The schema that a reference names. */
function referred({ components }: AsyncApi, ref: string): Schema {
  const schema = components.schemas[ref.slice(ref.lastIndexOf('/') + 1)];
  if (schema === undefined) throw new Error(`the document has no ${ref}`);
  return schema;
}

/** The same with objects closed: the documents leave them open, since members may be added later. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  const isObject = copy.type === 'object' && copy.properties !== undefined;
  return isObject ? { additionalProperties: false, ...copy } : copy;
}
