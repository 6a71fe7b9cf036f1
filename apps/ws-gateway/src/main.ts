import { runService } from '@exchange/edge/service-host';
import { config } from './config';
import { WsGatewayModule } from './ws-gateway.module';

const values = config.parse(process.env);
await runService({ name: 'ws-gateway', module: WsGatewayModule.with(values), config: values });
