import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { operation } from '../../protocol/operation.ts'
import { file, required, type Upload } from '../../protocol/params.ts'
import { message, Refusal } from '../../protocol/refusal.ts'
import { destination, importing, namespaceIn, path } from './params.ts'
import { refuseDisabledSource, startImport, targetNamespace } from './start.ts'

export const importProjectFromFile = operation(
  {
    ...importing,
    path: '/projects/import',
    summary: 'Import a project from a file',
    params: { path, file: required(file({ about: 'Project export archive (`.gz`)' })), ...destination },
    refuses: [...importing.refuses, 413, 422],
  },
  ({ world, params, view, drawText, requestId, countRequest }) => {
    const { situation, dialect } = view
    const upload = params.file as Upload
    refuseTooLarge(world, upload)
    refuseDisabledSource(world)
    countRequest()
    if (!upload.name.endsWith('.gz'))
      throw message(422, {
        error: 'You need to upload a GitLab project export archive (ending in .gz).',
      })
    const namespace = targetNamespace(situation, namespaceIn(params))
    const source = { kind: 'file', bytes: upload.bytes } as const
    return startImport({ situation, dialect, drawText, requestId }, namespace, params, source)
  },
)

const MEBIBYTE = 1024 * 1024

// The front proxy refuses it, in plain text instead of JSON.
function refuseTooLarge(world: World, { bytes }: Upload): void {
  const limit = settingInForce(world, 'max_import_size') * MEBIBYTE
  if (limit === 0 || bytes.length <= limit) return
  const text = '413 Request Entity Too Large\n'
  throw new Refusal(413, text, { text, headers: { 'Content-Type': 'text/plain' } })
}
