import { setupServer } from 'msw/node'
import { describeMsw } from './testing/describe-msw.ts'

describeMsw('msw 2', setupServer)
