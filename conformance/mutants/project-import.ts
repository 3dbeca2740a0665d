import { importFile, readImport } from '../arrange/transfer.ts'
import { isRows } from '../kit/json.ts'
import { textOf, type WireRequest } from '../targets/target.ts'
import type { Mutant } from './mutant.ts'
import {
  as,
  calls,
  given,
  isBy,
  paramsChanged,
  paramsOf,
  pathOf,
  rowOf,
  rowsChanged,
  rowsOf,
  withJson,
  without,
  withoutParam,
  withParams,
  withRows,
} from './wire.ts'

const fromUrl = 'POST /projects/remote-import'

const fromS3 = 'POST /projects/remote-import-s3'

/** Faults in project import. */
export const projectImportMutants: readonly Mutant[] = [
  rowsChanged(
    'branches-of-forks-stay-behind',
    'An imported merge request from a fork is one from the project that it was exported from',
    'project-import/branches-of-forks',
    ['GET /projects/:id/merge_requests'],
    (row) => (row.title === 'Offer' ? { ...row, source_project_id: 1 } : row),
  ),
  {
    name: 'finished-import-given-up',
    says: 'An import that was seen to be finished fails after a while',
    caughtBy: 'project-import/stays-over',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, readImport) || rowOf(reply).import_status !== 'finished') return reply
      const seen = Number(memory.get(request.url) ?? 0)
      memory.set(request.url, String(seen + 1))
      return seen < 2 ? reply : withRows(reply, (row) => ({ ...row, import_status: 'failed' }))
    },
  },
  paramsChanged(
    'bucket-overwrites-unasked',
    'An import from S3 replaces the project at its path unless it is told not to',
    'project-import/s3-destination',
    'POST /projects/remote-import-s3',
    (params) => ({ overwrite: true, ...params }),
  ),
  paramsChanged(
    'bucket-of-one-region',
    'An import from S3 takes every bucket for one of the same region',
    'project-import/s3-import',
    'POST /projects/remote-import-s3',
    (params) => ({ ...params, region: 'us-east-1' }),
  ),
  paramsChanged(
    'bucket-with-another-secret',
    'An import from S3 signs with another secret key',
    'project-import/s3-import',
    'POST /projects/remote-import-s3',
    (params) => ({ ...params, secret_access_key: 'other' }),
  ),
  rowsChanged(
    'imported-comments-without-type',
    'Comments of an imported thread have no type',
    'project-import/threads',
    ['GET /projects/:id/issues/:issue_iid/notes'],
    (row) => ({ ...row, type: null }),
  ),
  {
    name: 'wiki-left-behind',
    says: 'An imported project has no wiki',
    caughtBy: 'project-import/wiki-pages',
    fault: async (request, next, { memory }) => {
      if (calls(request, importFile)) memory.set('imported', 'once')
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/wikis') && memory.has('imported') ? withJson(reply, []) : reply
    },
  },
  rowsChanged(
    'imported-branch-open-to-maintainers-alone',
    'A protected branch of an archive is open to maintainers, whoever imports',
    'project-import/branch-levels',
    ['GET /projects/:id/protected_branches/:name'],
    (row) =>
      isRows(row.merge_access_levels)
        ? { ...row, merge_access_levels: row.merge_access_levels.map((it) => ({ ...it, access_level: 40 })) }
        : row,
  ),
  rowsChanged(
    'imported-requests-approved-by-nobody',
    'Nobody is shown as having approved a merge request',
    'project-import/people',
    ['GET /projects/:id/merge_requests/:merge_request_iid/approvals'],
    (row) => ({ ...row, approved_by: [] }),
  ),
  rowsChanged(
    'imported-approvals-of-the-archive',
    'Projects are shown as needing one approval, whatever was chosen',
    'project-import/override-approvals',
    ['GET /projects/:id'],
    (row) => ({ ...row, approvals_before_merge: 1 }),
  ),
  rowsChanged(
    'imported-projects-public-all-the-same',
    'Internal projects are shown as public',
    'project-import/restricted-visibility',
    ['GET /projects/:id'],
    (row) => ({ ...row, visibility: row.visibility === 'internal' ? 'public' : (row.visibility ?? null) }),
  ),
  rowsChanged(
    'imported-labels-of-the-project-itself',
    'Labels of a group are shown as labels of the project',
    'project-import/group-records',
    ['GET /projects/:id/labels'],
    (row) => ({ ...row, is_project_label: true }),
  ),
  {
    name: 'import-numbers-begin-anew',
    says: 'What is created in an imported project gets the number of something that is there',
    caughtBy: 'project-import/next-numbers',
    fault: async (request, next) => {
      const reply = await next(request)
      const creates =
        calls(request, 'POST /projects/:id/merge_requests') && paramsOf(request).title === 'Three'
      return creates ? withRows(reply, (row) => ({ ...row, iid: 1 })) : reply
    },
  },
  {
    name: 'imported-milestones-all-active',
    says: 'A closed milestone is active after an import',
    caughtBy: 'project-import/every-reading',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (uploads(request) && reply.status === 201)
        memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
      const ofCopy = pathOf(request.url).endsWith(`/projects/${memory.get('copy')}/milestones`)
      return ofCopy ? withRows(reply, (row) => ({ ...row, state: 'active' })) : reply
    },
  },
  {
    name: 'imported-approvals-as-new',
    says: 'An imported project has the settings of approvals of a new one',
    caughtBy: 'project-import/approval-settings',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (uploads(request) && reply.status === 201)
        memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
      const ofCopy = pathOf(request.url).endsWith(`/projects/${memory.get('copy')}/approvals`)
      return ofCopy ? withRows(reply, (row) => ({ ...row, merge_requests_author_approval: false })) : reply
    },
  },
  rowsChanged(
    'imported-notes-open',
    'Internal comments are open to all after an import',
    'project-import/internal-notes',
    ['GET /projects/:id/issues/:issue_iid/notes'],
    (row) => ({ ...row, internal: false }),
  ),
  {
    name: 'import-override-features-ignored',
    says: 'An upload ignores the level of the wiki in override_params',
    caughtBy: 'project-import/every-override',
    fault: (request, next) =>
      next(
        uploads(request)
          ? withText(request, /override_params\[wiki_access_level\]/, 'override_params[no_such_key]')
          : request,
      ),
  },
  {
    name: 'import-override-visibility-alone',
    says: 'Beside a visibility an upload ignores the way of merging in override_params',
    caughtBy: 'project-import/every-override',
    fault: (request, next) =>
      next(
        uploads(request) && /override_params\[visibility\]/.test(textOf(request.body ?? ''))
          ? withText(request, /override_params\[merge_method\]/, 'override_params[no_such_key]')
          : request,
      ),
  },
  paramsChanged(
    'import-from-s3-into-own-namespace',
    'An import from S3 ignores its namespace',
    'project-import/s3-destination',
    'POST /projects/remote-import-s3',
    (params) => withoutParam(params, 'namespace'),
  ),
  paramsChanged(
    'import-from-s3-never-overwrites',
    'An import from S3 ignores `overwrite`',
    'project-import/s3-destination',
    'POST /projects/remote-import-s3',
    (params) => withoutParam(params, 'overwrite'),
  ),
  paramsChanged(
    'import-from-s3-without-overriding',
    'An import from S3 ignores `override_params`',
    'project-import/s3-destination',
    'POST /projects/remote-import-s3',
    (params) => withoutParam(params, 'override_params'),
  ),
  rowsChanged(
    'imported-project-named-by-its-path',
    'The status of an import shows the path of the project as its name',
    'project-import/named',
    [readImport],
    (row) => ({ ...row, name: row.path ?? null }),
  ),
  rowsChanged(
    'imported-project-below-a-path',
    'The status of an import shows the path of the group in the full name of the project',
    'project-import/named',
    [importFile],
    (row) => ({ ...row, name_with_namespace: String(row.path_with_namespace).replaceAll('/', ' / ') }),
  ),
  {
    name: 'import-error-tells-inner-paths',
    says: 'The error of an import filters words that begin with a slash, and shows those that have one further on',
    caughtBy: 'project-import/broken-archive',
    fault: async (request, next) => {
      const reply = await next(request)
      return { ...reply, body: reply.body.replace('tar: [FILTERED] Member', 'tar: tree/../up.txt: Member') }
    },
  },
  {
    name: 'import-correlation-id-lost',
    says: 'The status of a finished import has no `correlation_id`',
    caughtBy: 'project-import/filled',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/import')) return reply
      return withRows(reply, (row) =>
        row.import_status === 'finished' ? { ...row, correlation_id: null } : row,
      )
    },
  },
  {
    name: 'import-any-file-name',
    says: 'An upload with any file name is accepted',
    caughtBy: 'project-import/file-name',
    fault: (request, next) =>
      next(uploads(request) ? withText(request, /filename="[^"]*"/, 'filename="archive.gz"') : request),
  },
  {
    name: 'import-name-ignored',
    says: 'An upload ignores its name',
    caughtBy: 'project-import/name',
    fault: (request, next) =>
      next(uploads(request) ? withText(request, /name="name"/, 'name="nam"') : request),
  },
  {
    name: 'import-override-params-ignored',
    says: 'An upload ignores the description of override_params',
    caughtBy: 'project-import/override-params',
    fault: (request, next) =>
      next(
        uploads(request)
          ? withText(request, /override_params\[description\]/, 'override_param[description]')
          : request,
      ),
  },
  {
    name: 'import-overwrite-ignored',
    says: 'An upload ignores overwrite',
    caughtBy: 'project-import/overwrite',
    fault: (request, next) =>
      next(uploads(request) ? withText(request, /name="overwrite"/, 'name="overwritten"') : request),
  },
  {
    name: 'import-by-developers',
    says: 'Developers import into a group in every dialect',
    caughtBy: 'project-import/group-roles',
    fault: (request, next, { credentials }) =>
      next(
        uploads(request) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  {
    name: 'import-finished-at-once',
    says: 'An upload is answered with the import status finished',
    caughtBy: 'project-import/accepted',
    fault: async (request, next) => {
      const reply = await next(request)
      return uploads(request) ? withRows(reply, (row) => ({ ...row, import_status: 'finished' })) : reply
    },
  },
  {
    name: 'import-never-finished',
    says: 'An import that has finished is shown as started for ever',
    caughtBy: 'project-import/filled',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, readImport)) return reply
      return withRows(reply, (row) =>
        row.import_status === 'finished' ? { ...row, import_status: 'started' } : row,
      )
    },
  },
  {
    name: 'import-status-goes-back',
    says: 'A finished import is shown as started at times',
    caughtBy: 'project-import/session',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!calls(request, readImport) || !reply.body.includes('"finished"')) return reply
      const times = Number(memory.get('times') ?? 0) + 1
      memory.set('times', String(times))
      return times % 2 === 0 ? withRows(reply, (row) => ({ ...row, import_status: 'started' })) : reply
    },
  },
  {
    name: 'import-error-without-reason',
    says: 'The import_error of a failed import does not name the reason',
    caughtBy: 'project-import/broken-archive',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, readImport)
        ? withRows(reply, (row) => ('import_error' in row ? { ...row, import_error: 'Import failed' } : row))
        : reply
    },
  },
  {
    name: 'import-error-with-paths',
    says: 'The import_error of a failed import shows paths of the server',
    caughtBy: 'project-import/broken-archive',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, readImport)) return reply
      return { ...reply, body: reply.body.replaceAll('[FILTERED]', '/var/opt/gitlab/tmp') }
    },
  },
  {
    name: 'failed-relations-oldest-first',
    says: 'failed_relations is ordered oldest first',
    caughtBy: 'project-import/failed-relations',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, readImport)
        ? withRows(reply, (row) => ({
            ...row,
            failed_relations: Array.isArray(row.failed_relations) ? [...row.failed_relations].reverse() : [],
          }))
        : reply
    },
  },
  {
    name: 'import-notes-without-author',
    says: 'Imported notes do not name their original author',
    caughtBy: 'project-import/notes',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/issues/:issue_iid/notes')
        ? { ...reply, body: reply.body.replaceAll(/\\n\\n \*By [^*]*\(imported from GitLab\)\*/g, '') }
        : reply
    },
  },
  {
    name: 'import-iids-changed',
    says: 'Imported issues have another iid',
    caughtBy: 'project-import/round-trip',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (uploads(request) && reply.status === 201)
        memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
      const ofCopy = request.url.includes(`/projects/${memory.get('copy')}/issues`)
      return ofCopy ? withRows(reply, (row) => ({ ...row, iid: Number(row.iid) + 1 })) : reply
    },
  },
  ...(
    [
      ['import-protected-tags-missing', 'An import loses the protected tags', 'protected_tags'],
      ['import-releases-missing', 'An import loses the releases', 'releases'],
    ] as const
  ).map(
    ([name, says, list]): Mutant => ({
      name,
      says,
      caughtBy: 'project-import/round-trip',
      fault: async (request, next, { memory }) => {
        const reply = await next(request)
        if (uploads(request) && reply.status === 201)
          memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
        const ofCopy = request.url.includes(`/projects/${memory.get('copy')}/${list}`)
        return ofCopy ? { ...reply, body: '[]' } : reply
      },
    }),
  ),
  ...(
    [
      ['import-activity-lost', 'An import loses activity', 'events', 'activity'],
      ['import-invitations-lost', 'An import loses invitations', 'invitations', 'invitations'],
      ['import-pipelines-lost', 'An import loses pipelines', 'pipelines', 'pipelines'],
      [
        ...['import-versions-lost', 'An import loses versions of merge requests'],
        ...['merge_requests/1/versions', 'merge-request-versions'],
      ],
    ] as const
  ).map(
    ([name, says, list, check]): Mutant => ({
      name,
      says,
      caughtBy: `project-import/${check}`,
      fault: async (request, next, { memory }) => {
        const reply = await next(request)
        if (uploads(request) && reply.status === 201)
          memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
        const ofCopy = request.url.includes(`/projects/${memory.get('copy')}/${list}`)
        return ofCopy ? { ...reply, body: '[]' } : reply
      },
    }),
  ),
  {
    name: 'import-commit-notes-doubled',
    says: 'A comment on a commit comes back with each of its pipelines',
    caughtBy: 'project-import/commit-notes',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (uploads(request) && reply.status === 201)
        memory.set('copy', /"id":(\d+)/.exec(reply.body)?.[1] ?? '')
      const ofCopy = request.url.includes(`/projects/${memory.get('copy')}/repository/commits`)
      return ofCopy && request.url.includes('/comments')
        ? withJson(
            reply,
            rowsOf(reply).flatMap((row) => [row, row]),
          )
        : reply
    },
  },
  {
    name: 'import-epics-lost',
    says: 'Imported issues are part of no epic',
    caughtBy: 'project-import/epics',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /groups/:id/epics/:epic_iid/issues') ? withJson(reply, []) : reply
    },
  },
  {
    name: 'import-issue-types-lost',
    says: 'Imported issues are issues, whatever type they had',
    caughtBy: 'project-import/issue-columns',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id/issues/:issue_iid')
        ? withRows(reply, (row) => ({ ...row, issue_type: 'issue' }))
        : reply
    },
  },
  {
    name: 'imported-issues-by-number',
    says: 'The manual order of issues is that of their numbers',
    caughtBy: 'project-import/issue-positions',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/issues') || !request.url.includes('relative_position'))
        return reply
      return withJson(
        reply,
        rowsOf(reply).toSorted((a, b) => Number(a.iid) - Number(b.iid)),
      )
    },
  },
  {
    name: 'remote-import-any-address',
    says: 'A remote import calls blocked addresses',
    caughtBy: 'project-import/remote-address-blocked',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'POST /projects/remote-import') && reply.body.includes('is blocked')
        ? { ...reply, body: '{"message":"Failed to retrive headers: execution expired"}' }
        : reply
    },
  },
  {
    name: 'remote-import-any-type',
    says: 'A remote import accepts a file of any content type',
    caughtBy: 'project-import/remote-length-and-type',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, fromUrl) && reply.body.includes('not allowed. (Allowed:')
        ? { ...reply, status: 201, body: '{"id":1,"import_status":"scheduled"}' }
        : reply
    },
  },
  {
    name: 'remote-override-params-ignored',
    says: 'A remote import ignores override_params',
    caughtBy: 'project-import/remote-overrides',
    fault: (request, next) =>
      next(
        calls(request, fromUrl) ? withParams(request, ({ override_params: _, ...rest }) => rest) : request,
      ),
  },
  {
    name: 'remote-import-by-developers',
    says: 'Developers start remote imports into a group in every dialect',
    caughtBy: 'project-import/remote-roles',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, fromUrl) && isBy(request, credentials.developer)
          ? as(request, credentials.maintainer)
          : request,
      ),
  },
  {
    name: 'remote-overwrite-ignored',
    says: 'A remote import ignores overwrite',
    caughtBy: 'project-import/remote-path-taken',
    fault: (request, next) =>
      next(calls(request, fromUrl) ? withParams(request, ({ overwrite: _, ...rest }) => rest) : request),
  },
  {
    name: 's3-object-missing-as-unreadable',
    says: 'An S3 object that does not exist is reported as one that does not open',
    caughtBy: 'project-import/s3-object-refused',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, fromS3)
        ? { ...reply, body: reply.body.replace('File not found', 'Failed to open') }
        : reply
    },
  },
  {
    name: 's3-key-and-bucket-swapped',
    says: 'An import from S3 swaps the key and the bucket of the object',
    caughtBy: 'project-import/s3-import',
    fault: (request, next) =>
      next(
        calls(request, fromS3)
          ? withParams(request, (params) => ({
              ...params,
              ...(params.bucket_name !== undefined && { file_key: params.bucket_name }),
              ...(params.file_key !== undefined && { bucket_name: params.file_key }),
            }))
          : request,
      ),
  },
  {
    name: 'import-size-limit-ignored',
    says: 'An upload above max_import_size is accepted',
    caughtBy: 'project-import/size-limit',
    fault: async (request, next) => {
      const reply = await next(request)
      return uploads(request) && reply.status === 413 ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  {
    name: 'import-source-checked-late',
    says: 'A disabled import source is checked after the file name',
    caughtBy: 'project-import/source-disabled',
    fault: async (request, next) => {
      const reply = await next(request)
      return uploads(request) && reply.status === 403
        ? { ...reply, status: 422, body: '{"message":{"error":"You need to upload an archive"}}' }
        : reply
    },
  },
  {
    name: 'import-always-public',
    says: 'An import is as visible as its archive says, whatever its group is',
    caughtBy: 'project-import/visibility-and-archived',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, 'GET /projects/:id')
        ? withRows(reply, (row) => ({ ...row, visibility: 'public' }))
        : reply
    },
  },
  {
    name: 'imported-by-anybody',
    says: '`imported=true` lists what anybody imported',
    caughtBy: 'project-import/filled',
    fault: (request, next) =>
      next(
        calls(request, 'GET /projects') && given(request, 'imported') === 'true'
          ? without(request, (name) => name === 'imported')
          : request,
      ),
  },
  {
    name: 'import-namespace-before-file-name',
    says: 'The namespace is looked up before the file name is checked',
    caughtBy: 'project-import/order-of-checks',
    fault: async (request, next) => {
      const reply = await next(request)
      const unknown = textOf(request.body ?? '').includes('no-such-namespace')
      return calls(request, importFile) && reply.status === 422 && unknown
        ? { ...reply, status: 404, body: '{"message":"404 Namespace Not Found"}' }
        : reply
    },
  },
  {
    name: 'import-own-namespace-public',
    says: 'An import into the own namespace is shown to everybody',
    caughtBy: 'project-import/own-namespace',
    fault: (request, next, { credentials }) =>
      next(
        calls(request, 'GET /projects/:id') && isBy(request, credentials.maintainer)
          ? as(request, credentials.owner)
          : request,
      ),
  },
  {
    name: 'import-from-amazon-taken',
    says: 'A file in the storage of Amazon is taken like any other',
    caughtBy: 'project-import/remote-amazon',
    fault: async (request, next) => {
      const reply = await next(request)
      return reply.body.includes('remote-import-s3') ? { ...reply, status: 201, body: '{}' } : reply
    },
  },
  {
    name: 'import-tells-of-namespaces',
    says: 'An import into the namespace of another user is refused otherwise than one into none',
    caughtBy: 'project-import/others-namespace',
    fault: async (request, next) => {
      const reply = await next(request)
      const there = !textOf(request.body ?? '').includes('no-such-namespace')
      return calls(request, importFile) && reply.status === 404 && there
        ? { ...reply, status: 400, body: JSON.stringify({ message: 'Namespace is not valid' }) }
        : reply
    },
  },
  {
    name: 'import-beyond-the-limit',
    says: 'An import beyond the limit of personal projects is accepted',
    caughtBy: 'project-import/projects-limit',
    fault: async (request, next) => {
      const reply = await next(request)
      return calls(request, importFile) && reply.body.includes('Limit reached')
        ? { ...reply, status: 201, body: JSON.stringify({ id: 1, import_status: 'scheduled' }) }
        : reply
    },
  },
  ...(['members', 'starrers', 'deploy_keys'] as const).map(
    (what): Mutant => ({
      name: `import-overwrite-loses-${what}`,
      says: `An overwriting import leaves the ${what} of the old project behind`,
      caughtBy: 'project-import/overwrite-moves',
      fault: async (request, next, { memory }) => {
        if (uploads(request)) memory.set('uploaded', 'yes')
        const reply = await next(request)
        const lost = memory.has('uploaded') && calls(request, `GET /projects/:id/${what}`)
        return lost ? withJson(reply, []) : reply
      },
    }),
  ),
  {
    name: 'imported-burndown-twice',
    says: 'The burndown events of an imported milestone are told twice',
    caughtBy: 'project-import/burndown',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (memory.has('told') || !pathOf(request.url).endsWith('/burndown_events')) return reply
      memory.set('told', 'yes')
      return withJson(reply, [...rowsOf(reply), ...rowsOf(reply)])
    },
  },
  {
    name: 'imported-changes-lost',
    says: 'An imported merge request whose source branch is gone has no changes',
    caughtBy: 'project-import/gone-branch',
    fault: async (request, next, { memory }) => {
      const reply = await next(request)
      if (!pathOf(request.url).endsWith('/changes')) return reply
      const isCopy = memory.has('told')
      memory.set('told', 'yes')
      return isCopy ? withRows(reply, (row) => ({ ...row, changes: [] })) : reply
    },
  },
  rowsChanged(
    'imported-picture-lost',
    'A project has no picture',
    'project-import/picture-and-release',
    ['GET /projects/:id'],
    (row) => ({ ...row, avatar_url: null }),
  ),
  rowsChanged(
    'imported-diff-notes-plain',
    'Comments on lines of a diff are plain comments of a thread',
    'project-import/suggestion',
    ['GET /projects/:id/merge_requests/:merge_request_iid/notes'],
    (row) => (row.type === 'DiffNote' ? { ...row, type: 'DiscussionNote' } : row),
  ),
  {
    name: 'imported-comments-one-thread',
    says: 'All comments on an issue are one thread',
    caughtBy: 'project-import/threads',
    fault: async (request, next) => {
      const reply = await next(request)
      if (!calls(request, 'GET /projects/:id/issues/:issue_iid/discussions')) return reply
      const [first, ...others] = rowsOf(reply)
      if (first === undefined) return reply
      const notes = [first, ...others].flatMap((row) => (isRows(row.notes) ? row.notes : []))
      return withJson(reply, [{ ...first, notes }])
    },
  },
]

function uploads(request: WireRequest): boolean {
  return calls(request, importFile) && (request.headers['content-type'] ?? '').startsWith('multipart/')
}

/** The request with a part of its text replaced; bytes that are no text stay as they are. */
function withText(request: WireRequest, found: RegExp, replacement: string): WireRequest {
  const { body } = request
  if (body === undefined) return request
  if (typeof body === 'string') return { ...request, body: body.replace(found, replacement) }
  const latin = [...body].map((byte) => String.fromCharCode(byte)).join('')
  const replaced = latin.replace(found, replacement)
  return { ...request, body: Uint8Array.from(replaced, (character) => character.charCodeAt(0)) }
}
