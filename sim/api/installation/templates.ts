import { licenceEntity, templateEntity, templateNameEntity } from '../../entities/template.ts'
import {
  filledLicence,
  type LicenceTemplate,
  licences,
  type Template,
  type TemplateKind,
  templates,
} from '../../model/installation/templates.ts'
import type { Project } from '../../model/projects/project.ts'
import { descriptionTemplates } from '../../model/projects/project-templates.ts'
import type { World } from '../../model/world.ts'
import { can } from '../../policy/abilities.ts'
import { listed } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { boolean, oneOf, required, string } from '../../protocol/params.ts'
import { notFound } from '../../protocol/refusal.ts'
import { type Instant, isoTime } from '../../time/calendar.ts'

const named = { name: required(string({ about: 'Name of the template' })) }
const filling = {
  fullname: string({ about: 'Of a licence: who holds the copyright; the caller unless said' }),
}

export const listGitignoreTemplates = list('gitignores', 'gitignore files')
export const listDockerfileTemplates = list('dockerfiles', 'Dockerfiles')
export const listCiTemplates = list('gitlab_ci_ymls', 'configurations of pipelines')
export const getGitignoreTemplate = get('gitignores', 'A gitignore file', 'gitignore')
export const getDockerfileTemplate = get('dockerfiles', 'A Dockerfile', 'dockerfile')
export const getCiTemplate = get('gitlab_ci_ymls', 'A configuration of pipelines', 'gitlab_ci_yml')

export const listLicenceTemplates = operation(
  {
    method: 'GET',
    path: '/templates/licenses',
    summary: 'List licences to begin with',
    auth: 'public',
    params: { popular: boolean({ about: 'Only those that are popular' }) },
    answers: { many: licenceEntity },
    beyond: true,
  },
  ({ params }) => listed(licences.filter(({ popular }) => popular || params.popular !== true)),
)

export const getLicenceTemplate = operation(
  {
    method: 'GET',
    path: '/templates/licenses/:name',
    summary: 'A licence to begin with, with year and holder filled in',
    auth: 'public',
    params: { ...named, ...filling },
    dotted: ['name'],
    answers: { one: licenceEntity },
    refuses: [404],
    beyond: true,
  },
  ({ params, caller, now }) => {
    const licence = licenceNamed(params.name)
    if (licence === undefined) throw notFound('License')
    return filledLicence(licence, yearOf(now), params.fullname || caller.user?.name)
  },
)

const types = [
  'dockerfiles',
  'gitignores',
  'gitlab_ci_ymls',
  'licenses',
  'metrics_dashboard_ymls',
  'issues',
  'merge_requests',
] as const
const type = { type: required(oneOf(types)) }

export const listProjectTemplates = operation(
  {
    method: 'GET',
    path: '/projects/:id/templates/:type',
    summary: 'List templates of a kind, those of the installation or of the project',
    auth: 'public',
    subject: 'project',
    params: type,
    answers: { many: templateNameEntity },
    beyond: true,
  },
  ({ world, project, params, view }) =>
    listed(offered(world, project, params.type, can(view.situation, 'read_code', project))),
)

export const getProjectTemplate = operation(
  {
    method: 'GET',
    path: '/projects/:id/templates/:type/:template_name',
    summary: 'A template of a kind, of the installation or of the project',
    auth: 'public',
    subject: 'project',
    params: { ...type, template_name: named.name, ...filling },
    dotted: ['template_name'],
    answers: {
      one: templateEntity,
      variants: [
        { entity: licenceEntity as typeof templateEntity, when: { param: 'type', equals: 'licenses' } },
      ],
    },
    refuses: [404],
    beyond: true,
  },
  ({ world, caller, project, params, view, now }): Template => {
    if (params.type === 'licenses') {
      const licence = licenceNamed(params.template_name)
      if (licence === undefined) throw notFound('Template')
      return filledLicence(licence, yearOf(now), params.fullname || caller.user?.name)
    }
    const all = offered(world, project, params.type, can(view.situation, 'read_code', project))
    return templateNamed(all, params.template_name, 'Template')
  },
)

function list(kind: TemplateKind, noun: string) {
  return operation(
    {
      method: 'GET',
      path: `/templates/${kind}`,
      summary: `List ${noun} to begin with`,
      auth: 'public',
      answers: { many: templateNameEntity },
      beyond: true,
    },
    () => listed(templates[kind]),
  )
}

function get(kind: TemplateKind, summary: string, noun: string) {
  return operation(
    {
      method: 'GET',
      path: `/templates/${kind}/:name`,
      summary: `${summary} to begin with`,
      auth: 'public',
      params: named,
      dotted: ['name'],
      answers: { one: templateEntity },
      refuses: [404],
      beyond: true,
    },
    ({ params }) => templateNamed(templates[kind], params.name, noun),
  )
}

function offered(
  world: World,
  project: Project,
  kind: (typeof types)[number] | null,
  reads: boolean,
): readonly Template[] {
  switch (kind) {
    case 'licenses':
      return licences
    case 'issues':
    case 'merge_requests':
      return reads ? descriptionTemplates(world, project, kind) : []
    case 'metrics_dashboard_ymls':
    case null:
      return []
    default:
      return templates[kind]
  }
}

function templateNamed(all: readonly Template[], name: string | null, noun: string): Template {
  const template = all.find(({ key }) => key === name)
  if (template === undefined) throw notFound(noun)
  return template
}

function licenceNamed(name: string | null): LicenceTemplate | undefined {
  return licences.find(({ key }) => key === name?.toLowerCase())
}

function yearOf(now: Instant): number {
  return Number(isoTime(now).slice(0, 4))
}
