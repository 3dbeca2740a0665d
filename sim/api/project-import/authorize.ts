import { operation } from '../../protocol/operation.ts'
import { forbidden } from '../../protocol/refusal.ts'

export const authorizeImport = operation(
  {
    method: 'POST',
    path: '/projects/import/authorize',
    summary: 'The preflight of the front proxy before an upload; refused to everybody else',
    answers: { value: { type: 'object' } },
    refuses: [403],
    beyond: true,
  },
  () => {
    throw forbidden()
  },
)
