import { attestationReply, attestationRequest } from '@exchange/core/message';
import { defineRequest } from '../request';

/**
 * `attest.v1.cmd.<sender>.batch`: asks for the attester's signature of a batch. Asked again for the same batch, it gives the
 * same signature.
 */
export const attestBatch = defineRequest({
  pattern: 'attest.v1.cmd.*.batch',
  owner: 'attester',
  senders: ['settlement-service'],
  request: attestationRequest,
  reply: attestationReply,
});
