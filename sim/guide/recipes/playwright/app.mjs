/** The application: shows a milestone, and can reopen it. `api` is the base URL of the service. */
export function show(api) {
  const load = async (method, query = '') => {
    const address = `${api}/api/v4/projects/1/milestones/5${query}`
    const reply = await fetch(address, { method, headers: { 'private-token': 'alice-token' } })
    const { title, state } = await reply.json()
    document.body.innerHTML = reply.ok
      ? `<h1>${title}</h1><p>${state}</p><button>Reopen</button>`
      : `<p>${reply.status}</p>`
    document.querySelector('button')?.addEventListener('click', () => load('PUT', '?state_event=activate'))
  }
  return load('GET')
}
