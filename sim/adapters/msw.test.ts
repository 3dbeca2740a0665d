import { setupServer } from 'msw/node'
import { describeMsw } from './testing/describe-msw.ts'

// Its server never answers, and blocks the process, where a redirection has no `Location`, whoever wrote the handler.
describeMsw('msw 2', setupServer, [301, 302, 303, 307, 308])
