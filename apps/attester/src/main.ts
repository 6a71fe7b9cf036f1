import { keySourceOf, openAttesterKey, openCosignerKey } from '@exchange/edge/keys';
import { runService } from '@exchange/edge/service-host';
import { createLog } from '@exchange/platform';
import { AttesterModule } from './attester.module';
import { config } from './config';

const values = config.parse(process.env);
const deps = { chainId: values.chainId, log: createLog('attester', values.logLevel) };
const [attester, cosigner] = await Promise.all([
  openAttesterKey(keySourceOf('attester', values), deps),
  openCosignerKey(keySourceOf('cosigner', values), deps),
]);
await runService({
  name: 'attester',
  module: AttesterModule.forConfig(values, { attester, cosigner }),
  config: values,
});
