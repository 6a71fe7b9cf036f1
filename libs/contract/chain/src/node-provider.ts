import { FetchRequest, type JsonRpcPayload, JsonRpcProvider, type JsonRpcResult } from 'ethers';

const NODE_TIMEOUT_MS = 10_000;

/**
 * An Ethereum JSON-RPC node as services ask it: each question goes to the node, and is given up after ten seconds. Ethers
 * itself answers from a cache of 250 ms, which would mix two states of the chain, and turns bodies into bytes and back one
 * character at a time.
 */
export class NodeProvider extends JsonRpcProvider {
  constructor(url: string) {
    const request = new FetchRequest(url);
    request.timeout = NODE_TIMEOUT_MS;
    super(request, undefined, { cacheTimeout: -1 });
  }

  override async _send(payload: JsonRpcPayload | JsonRpcPayload[]): Promise<JsonRpcResult[]> {
    const request = this._getConnection();
    request.body = Buffer.from(JSON.stringify(payload));
    request.setHeader('content-type', 'application/json');
    const response = await request.send();
    response.assertOk();
    const answers = JSON.parse(Buffer.from(response.body ?? []).toString()) as
      JsonRpcResult | JsonRpcResult[];
    return Array.isArray(answers) ? answers : [answers];
  }
}
