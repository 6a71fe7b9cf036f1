import { Type } from '@sinclair/typebox';
import { assert, type ServiceName } from '@exchange/core/kernel';
import type { Codec } from '@exchange/core/message';
import { compiledCheck } from './compiled-check';
import { decodeJson, encodeJson, fillSubject } from './message';

/** What the owner of the state says when it doesn't do what it was asked. */
export interface Refusal {
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** As in a Rejection; absent in answers of earlier releases. */
  readonly retryAfterMs?: number;
  /** Of UNAVAILABLE: nobody was there to take it, and somebody will be in a moment. Absent in answers of earlier releases. */
  readonly notTaken?: true;
}

const refusalSchema = Type.Object({
  ok: Type.Literal(false),
  code: Type.String(),
  message: Type.String(),
  retryAfterMs: Type.Optional(Type.Integer({ minimum: 0 })),
  notTaken: Type.Optional(Type.Literal(true)),
});

type Reply<R> = { readonly ok: true; readonly value: R } | Refusal;

interface Definition<Q, A> {
  /** The subject with `*` for each parameter; the parameter before the last token is the sender. */
  readonly pattern: string;
  readonly owner: ServiceName;
  readonly senders: readonly ServiceName[];
  readonly request: Codec<Q>;
  readonly reply: Codec<A>;
}

/** A command or query: answered by the owner, stored by nobody. */
export interface RequestDefinition<Q = unknown, A = unknown> extends Definition<Q, A> {
  readonly kind: 'request';
  subject(...parameters: (string | number)[]): string;
  encodeRequest(request: Q): Uint8Array;
  /** Undefined when a sender wrote something that doesn't fit, or is no JSON: the owner refuses it, and must not stop. */
  decodeRequest(data: Uint8Array): Q | undefined;
  encodeReply(reply: Reply<A>): Uint8Array;
  /** Decodes and checks; a reply that doesn't fit is a defect of the owner. */
  decodeReply(data: Uint8Array): Reply<A>;
}

export type RequestOf<D> = D extends RequestDefinition<infer Q> ? Q : never;
export type ReplyOf<D> = D extends RequestDefinition<infer _, infer A> ? A : never;

/** A request with its subject, both contents, and who may send and who answers it. */
export function defineRequest<Q, A>(definition: Definition<Q, A>): RequestDefinition<Q, A> {
  const { pattern, request, reply } = definition;
  const requests = compiledCheck(request.schema);
  const success = Type.Object({ ok: Type.Literal(true), value: reply.schema });
  const replies = compiledCheck(Type.Union([success, refusalSchema]));
  return {
    ...definition,
    kind: 'request',
    subject: (...parameters) => fillSubject(pattern, parameters),
    encodeRequest: (value) => encodeJson(request.write(value)),
    decodeRequest(data) {
      try {
        const json = decodeJson(data);
        return requests().Check(json) ? request.read(json) : undefined;
      } catch {
        return undefined;
      }
    },
    encodeReply: (answer) => encodeJson(answer.ok ? { ok: true, value: reply.write(answer.value) } : answer),
    decodeReply(data) {
      const json = decodeJson(data);
      assert(replies().Check(json), `malformed reply to ${pattern}`);
      const answer = json as Reply<unknown>;
      return answer.ok ? { ok: true, value: reply.read(answer.value) } : answer;
    },
  };
}
