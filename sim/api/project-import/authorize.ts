import { operation } from '../../protocol/operation.ts'
import { forbidden } from '../../protocol/refusal.ts'

export const authorizeImport = operation(
  {
    method: 'POST',
    path: '/projects/import/authorize',
    summary: 'Request authorization for an import upload (proxy only)',
    answers: { value: { type: 'object' } },
    refuses: [403],
    beyond: true,
  },
  () => {
    throw forbidden()
  },
)
