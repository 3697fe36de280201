/** Starts the explorer. */
import { render } from 'preact';
import { App } from './shell/app.tsx';
import './styles/base.css';
import './styles/parts.css';
import './styles/draw.css';
import './styles/pages.css';

render(<App />, document.getElementById('app')!);
