import { uploadEntity } from '../../entities/upload.ts'
import { MEGABYTE } from '../../lib/readable-size.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import { addUpload } from '../../model/uploads/uploads.ts'
import { operation } from '../../protocol/operation.ts'
import { file, required } from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'

export const uploadProjectFile = operation(
  {
    method: 'POST',
    path: '/projects/:id/uploads',
    summary: 'Upload a file to a project',
    subject: 'project',
    params: { file: required(file()) },
    answers: { status: 201, one: uploadEntity },
    refuses: [413],
    beyond: true,
  },
  ({ world, caller, project, params, now, drawText }) => {
    const { name = 'file', bytes = new Uint8Array() } = params.file ?? {}
    if (bytes.length > settingInForce(world, 'max_attachment_size') * MEGABYTE)
      throw message(413, 'File is too large')
    const secret = drawText('0123456789abcdef', 32)
    return addUpload(world, project, { secret, name, bytes, userId: caller.user?.id ?? null }, now)
  },
)
