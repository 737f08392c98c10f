import { positive, record, text } from "../core/trigger/read-json.ts";

/** Where an event happened, and the installation that lets us act there. */
export interface Place {
  installation: number;
  repositoryId: number;
  owner: string;
  repo: string;
}

/** Undefined for what did not come through an installation of the App on a repository. */
export function readPlace(payload: unknown): Place | undefined {
  const event = record(payload);
  const repository = record(event.repository);
  const installation = positive(record(event.installation).id);
  const repositoryId = positive(repository.id);
  const [owner, repo] = [text(record(repository.owner).login), text(repository.name)];
  if (!installation || !repositoryId || !owner || !repo) return undefined;
  return { installation, repositoryId, owner, repo };
}
