import { runService } from '@exchange/edge/service-host';
import { config } from './config';
import { RestGatewayModule } from './rest-gateway.module';

const values = config.parse(process.env);
await runService({ name: 'rest-gateway', module: RestGatewayModule.with(values), config: values });
