/** Blocks of pages that are not run, by their page and the beginning of their text, with the reason. */
export const unrun: readonly { readonly page: string; readonly begins: string; readonly why: string }[] = [
  {
    page: 'sim/guide/testing.md',
    begins: 'import subprocess',
    why: 'it is Python; the same is done in sim/cli/serve.test.ts',
  },
  {
    page: 'sim/guide/deployment.md',
    begins: '$ ./forgery exec',
    why: 'it needs the executable; npm run executable -- --test runs its commands',
  },
  {
    page: 'sim/guide/deployment.md',
    begins: '$ docker run',
    why: 'it needs a container engine; npm run executable -- --image --test runs the image',
  },
  {
    page: 'sim/guide/deployment.md',
    begins: 'FROM node:24-slim',
    why: 'it needs a registry of images',
  },
  {
    page: 'README.md',
    begins: '$ npx forgery conform --url',
    why: 'it needs a deployment and its tokens; what it does at a URL is tested in sim/cli/conform.test.ts',
  },
  {
    page: 'conformance/README.md',
    begins: '$ npx forgery conform --url',
    why: 'it needs a deployment and its tokens; what it does at a URL is tested in sim/cli/conform.test.ts',
  },
  {
    page: 'conformance/README.md',
    begins: '$ npx forgery twin --left',
    why: 'it needs two deployments; sim/cli/twin.test.ts compares two simulators',
  },
  {
    page: 'conformance/README.md',
    begins: '$ npx forgery judge',
    why: 'it needs a recording or a deployment; sim/cli/judge.test.ts has both',
  },
  {
    page: 'conformance/README.md',
    begins: '{\n  "findings"',
    why: 'it is a file; conformance/run/baseline.test.ts writes and reads such files',
  },
  {
    page: 'conformance/CONTRIBUTING.md',
    begins: '$ npm run mutation',
    why: 'it changes sources and builds them for minutes',
  },
  {
    page: 'conformance/CONTRIBUTING.md',
    begins: '$ npm run faults',
    why: 'it plants hundreds of faults, for minutes',
  },
  {
    page: 'conformance/sources/repository.md',
    begins: '## 1.0.0 (2023-01-22)',
    why: 'it is a changelog as the service writes it; the checks of the repository compare it',
  },
]
