// What a page does that is answered by a service worker: nothing of it is sent to a server.
import { createSimulator } from 'forgery'
import { forgeryHandlers } from 'forgery/msw'
import { setupWorker } from 'msw/browser'

const sim = createSimulator({ url: 'https://gitlab.example.com' })
const worker = setupWorker(...forgeryHandlers(sim))

globalThis.forgery = {
  sim,
  started: worker.start({ onUnhandledRequest: 'bypass', quiet: true }).then(() => true),
}
