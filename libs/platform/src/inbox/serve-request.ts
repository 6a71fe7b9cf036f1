import type { ReplyOf, RequestDefinition, RequestOf } from '@exchange/contract/bus';
import { reject, type Result } from '@exchange/core/kernel';
import type { Bus, IncomingRequest, Log, Subscription } from '../ports';
import { inAnswerSpan } from '../telemetry/spans';

export interface ServedRequest<D extends RequestDefinition> {
  readonly log: Log;
  answer(request: RequestOf<D>): Promise<Result<ReplyOf<D>>>;
}

/**
 * Serves one kind of request outside of turns: what concerns a process, and not what it is the writer of. One that doesn't fit its
 * definition is refused, and one whose answer fails is told that it may have been done or not.
 */
export function serveRequest<D extends RequestDefinition>(
  bus: Bus,
  definition: D,
  filter: string,
  { log, answer }: ServedRequest<D>,
): Promise<Subscription> {
  const replyTo = async (data: Uint8Array): Promise<Uint8Array> => {
    const request = definition.decodeRequest(data) as RequestOf<D> | undefined;
    if (request === undefined) {
      const unfit = reject('INVALID_COMMAND', `the request doesn't fit ${definition.pattern}`);
      return definition.encodeReply(unfit);
    }
    try {
      return definition.encodeReply(await answer(request));
    } catch (error) {
      log.warn({ err: error, filter }, 'a request could not be answered');
      const lost = reject('UNKNOWN_OUTCOME', 'this process failed on the way; it may have been done or not');
      return definition.encodeReply(lost);
    }
  };
  const onRequest = ({ data, trace, respond }: IncomingRequest) =>
    void inAnswerSpan(trace, definition.pattern, () => replyTo(data)).then(respond);
  return bus.serve(filter, onRequest);
}
