import { createSimulator } from 'forgery'
import { forgeryHandlers } from 'forgery/msw'
import { setupWorker } from 'msw/browser'
import { show } from './app.mjs'

// The service lives in the page: a page that is loaded has a world of its own.
const sim = createSimulator({ dialect: 'real', url: 'https://gitlab.example.com' })
globalThis.sim = sim
await setupWorker(...forgeryHandlers(sim)).start({ onUnhandledRequest: 'bypass', quiet: true })
await show('https://gitlab.example.com')
