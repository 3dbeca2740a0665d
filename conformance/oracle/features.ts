/** Words of paths that a part of a project closes besides those of its own name when it is switched off. */
const more: { readonly [feature: string]: RegExp } = {
  issues:
    /issue|board|milestone|label|epic|iteration|todo|note|discussion|link|event|award|search|service_desk|time|participant|related|closed_by|metric_image/,
  merge_requests:
    /merge_request|milestone|label|approv|todo|note|discussion|event|award|search|suggestion|draft|time|participant|status_check|merge_train|closed_by|related/,
  // Without code there is nothing to propose, to build or to release.
  repository:
    /repositor|commit|branch|tag|file|blob|tree|archive|compare|contributor|changelog|merge_|approv|pipeline|job|build|artifact|trigger|schedule|release|lint|ci_|status|language|push_rule|remote_mirror|search|note|discussion|event|template|suggestion|snippet|statistic|deploy|environment|fork|freeze|license|variable|resource_group|event|page|feature_flag/,
  builds:
    /pipeline|job|build|artifact|trigger|schedule|runner|lint|ci_|variable|status|resource_group|environment|deploy|freeze|secure_file|merge_train|dependenc|vulnerabilit|page|coverage|registr/,
  packages: /package/,
  container_registry: /registry|registries/,
  security_and_compliance: /vulnerabilit|dependenc|security|audit|licen/,
  environments: /environment|deploy|freeze/,
  feature_flags: /feature_flag|unleash/,
  infrastructure: /cluster|terraform|agent/,
  monitor: /error_tracking|alert|metric|incident|prometheus/,
  snippets: /snippet|note|discussion|award|search/,
  wiki: /wiki|search|upload/,
  releases: /release|evidence/,
  analytics: /analytic|statistic|contributor|dora|issues_/,
  forking: /fork/,
}

/** Whether a part of a project that is switched off may close an operation: it is about that part, or about a part of it. */
export function closes(feature: string, operation: string): boolean {
  const words = operation.slice(operation.indexOf('/projects/:id') + '/projects/:id'.length)
  const own = feature.replace(/s$/, '')
  return words.includes(own) || more[feature]?.test(words) === true
}
