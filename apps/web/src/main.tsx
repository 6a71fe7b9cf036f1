import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startTheme } from './app/theme';
import { openExchange } from './exchange/exchange';
import './style/page.css';

startTheme();
const root = document.getElementById('page');
if (root === null) throw new Error('index.html has no element with the id page');
createRoot(root).render(<App opening={openExchange(location)} />);
