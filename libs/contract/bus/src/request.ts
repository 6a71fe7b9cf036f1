import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { assert } from '@exchange/core/kernel';
import { Fields, Text } from './fields';
import { decodeJson, encodeJson, fillSubject } from './message';
import type { ServiceName } from './service-name';

export const Refusal = Fields({ ok: Type.Literal(false), code: Text, message: Text });
export type Refusal = Static<typeof Refusal>;

type Reply<R> = { ok: true; value: R } | Refusal;

interface Definition<Q extends TSchema, A extends TSchema> {
  /** The subject with `*` for each parameter; the parameter before the last token is the sender. */
  readonly pattern: string;
  readonly owner: ServiceName;
  readonly senders: readonly ServiceName[];
  readonly request: Q;
  readonly reply: A;
}

/** A command or query: answered by the owner, stored by nobody. */
export interface RequestDefinition<
  Q extends TSchema = TSchema,
  A extends TSchema = TSchema,
> extends Definition<Q, A> {
  readonly kind: 'request';
  subject(...parameters: (string | number)[]): string;
  encodeRequest(request: Static<Q>): Uint8Array;
  /** Undefined when a sender wrote something that doesn't fit: the owner refuses it. */
  decodeRequest(data: Uint8Array): Static<Q> | undefined;
  encodeReply(reply: Reply<Static<A>>): Uint8Array;
  decodeReply(data: Uint8Array): Reply<Static<A>>;
}

export type RequestOf<D> = D extends RequestDefinition<infer Q, TSchema> ? Static<Q> : never;
export type ReplyOf<D> = D extends RequestDefinition<TSchema, infer A> ? Static<A> : never;

export function defineRequest<Q extends TSchema, A extends TSchema>(
  definition: Definition<Q, A>,
): RequestDefinition<Q, A> {
  const requests = TypeCompiler.Compile(definition.request);
  const replySchema = Type.Union([Fields({ ok: Type.Literal(true), value: definition.reply }), Refusal]);
  const replies = TypeCompiler.Compile(replySchema);
  return {
    ...definition,
    kind: 'request',
    subject: (...parameters) => fillSubject(definition.pattern, parameters),
    encodeRequest: encodeJson,
    decodeRequest(data) {
      const value = decodeJson(data);
      return requests.Check(value) ? (value as Static<Q>) : undefined;
    },
    encodeReply: encodeJson,
    decodeReply(data) {
      const value = decodeJson(data);
      assert(replies.Check(value), `malformed reply to ${definition.pattern}`);
      return value as Reply<Static<A>>;
    },
  };
}
