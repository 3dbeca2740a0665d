import { changeInstanceSettings } from '../../arrange/instance-settings.ts'
import { importFile, upload } from '../../arrange/transfer.ts'
import { check } from '../../kit/check.ts'
import { answers, equals } from '../../kit/expect.ts'

const MEBIBYTE = 1024 * 1024

export const sizeLimit = check({
  id: 'project-import/size-limit',
  says: 'An upload above max_import_size answers 413 and creates nothing; 0 is no limit',
  source: 'project-import#size-limit, conventions#too-large',
  level: 'should',
  covers: [importFile],
  needs: { rewinds: true },
  holds: async (stage) => {
    await changeInstanceSettings(stage, { max_import_size: 1 })
    const large = new Uint8Array(MEBIBYTE + 1)
    const refused = await upload(stage, large, {}, { name: 'large', filename: 'large.zip' })
    answers(refused, 413)
    const missing = await stage.call('GET /projects/:id', {
      id: `${stage.inGroup ? `${stage.group.path}/large` : `${stage.prefix}-large`}`,
    })
    equals('that nothing is made of it', missing.status, 404, missing)
    answers(await upload(stage, large.subarray(1), {}, { name: 'fits' }), 201)
    await changeInstanceSettings(stage, { max_import_size: 0 })
    answers(await upload(stage, large, {}, { name: 'free' }), 201)
  },
})
