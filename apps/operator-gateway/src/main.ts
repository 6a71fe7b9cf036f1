import { runService } from '@exchange/edge/service-host';
import { config } from './config';
import { OperatorGatewayModule } from './operator-gateway.module';

const values = config.parse(process.env);
await runService({ name: 'operator-gateway', module: OperatorGatewayModule.with(values), config: values });
