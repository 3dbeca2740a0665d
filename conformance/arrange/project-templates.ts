/** Texts of a project that are templates, none of which is the service's own. */
export const projectTemplates = {
  suggestion_commit_message: 'Apply %{suggestions_count} suggestions',
  merge_commit_template: 'Merge %{source_branch}',
  squash_commit_template: 'Squash %{title}',
  issue_branch_template: '%{id}-%{title}',
  issues_template: 'What is wrong?',
  merge_requests_template: 'What does it change?',
} as const
