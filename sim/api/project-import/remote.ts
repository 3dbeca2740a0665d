import { isServiceFlagOn } from '../../model/installation/service-flags.ts'
import { operation } from '../../protocol/operation.ts'
import { required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { destination, importing, namespaceIn, path } from './params.ts'
import { checkRemoteFile, checkS3Object } from './remote-file.ts'
import { refuseDisabledSource, startImport, targetNamespace } from './start.ts'

export const importProjectFromUrl = operation(
  {
    ...importing,
    path: '/projects/remote-import',
    summary: 'Import a project from a URL (beta)',
    params: { url: required(string({ about: 'URL of the archive' })), path, ...destination },
    callsOut: true,
  },
  ({ world, params, view, drawText, requestId, countRequest, callOut }) => {
    const { situation, dialect } = view
    refuseDisabledSource(world)
    if (!isServiceFlagOn(world, 'import_project_from_remote_file')) throw notFound()
    countRequest()
    const namespace = targetNamespace(situation, namespaceIn(params))
    const url = params.url ?? ''
    checkRemoteFile(world, url, callOut)
    return startImport({ situation, dialect, drawText, requestId }, namespace, params, { kind: 'url', url })
  },
)

export const importProjectFromS3 = operation(
  {
    ...importing,
    path: '/projects/remote-import-s3',
    summary: 'Import a project from AWS S3 (beta, needs a feature flag)',
    params: {
      region: required(string()),
      bucket_name: required(string()),
      file_key: required(string()),
      access_key_id: required(string()),
      secret_access_key: required(string()),
      path,
      ...destination,
    },
    callsOut: true,
  },
  ({ world, params, view, drawText, requestId, countRequest, callOut }) => {
    const { situation, dialect } = view
    refuseDisabledSource(world)
    if (!isServiceFlagOn(world, 'import_project_from_remote_file_s3')) throw notFound()
    countRequest()
    const namespace = targetNamespace(situation, namespaceIn(params))
    const object = {
      kind: 's3',
      region: params.region ?? '',
      bucket: params.bucket_name ?? '',
      key: params.file_key ?? '',
      accessKeyId: params.access_key_id ?? '',
      accessSecret: params.secret_access_key ?? '',
    } as const
    checkS3Object(world, object, callOut)
    return startImport({ situation, dialect, drawText, requestId }, namespace, params, object)
  },
)
