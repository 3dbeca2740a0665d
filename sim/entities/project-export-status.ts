import { changed, differs } from '../lib/dialect.ts'
import { type ExportStatus, exportStatuses } from '../model/project-export/project-export.ts'
import { exportState } from '../model/project-export/project-exports.ts'
import type { Project } from '../model/projects/project.ts'
import { entity, type Field, object, oneOfTexts, url, type View, when } from './entity.ts'
import { projectSummary } from './project-summary.ts'

const ofUser = changed('project-export#later-of-user', { before: false, after: true })

/** Where the export of a project stands (project-export#status-object). */
export const projectExportStatusEntity = entity<Project>('ProjectExportStatus', {
  ...projectSummary,
  export_status: differs('X2', {
    specification: status(({ started, written }) => (started || written ? 'started' : undefined), false),
    real: status(({ started }) => (started ? 'started' : undefined), true),
  }),
  _links: when(
    isFinished,
    object({
      api_url: url((project, view) => view.url(`api/v4/projects/${project.id}/export/download`)),
      web_url: url((project, view) => view.url(`${project.fullPath}/download_export`)),
    }),
  ),
})

type State = ReturnType<typeof exportState>

function stateFor(project: Project, { world, situation }: View): State {
  return exportState(world, project, situation.caller.user?.id ?? 0)
}

// What follows on the writing of the archive is part of `started`, or the archive is one that is being replaced.
function status(
  going: (state: State) => ExportStatus | undefined,
  writtenRegenerates: boolean,
): Field<Project> {
  const field = oneOfTexts<Project, ExportStatus>(exportStatuses, (project, view) => {
    const state = stateFor(project, view)
    const { queued, started, written, file } = state
    if (file && (queued || started || (written && writtenRegenerates))) return 'regeneration_in_progress'
    return queued ? 'queued' : (going(state) ?? (file ? 'finished' : 'none'))
  })
  return { ...field, decides: ofUser }
}

function isFinished(project: Project, view: View): boolean {
  const { queued, started, written, file } = stateFor(project, view)
  return file && !queued && !started && !written
}
