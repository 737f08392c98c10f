import { formMarker } from "../../core/codec/markers.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Form } from "../../core/model/question.ts";
import { renderForm } from "../../core/render/form.ts";
import { isOurVoice } from "../is-our-voice.ts";
import { nothing, type Performer, type Work } from "../perform.ts";

type ShowForm = Extract<Effect, { type: "show-form" }>;

/** Questions for people: a comment of its own that says how they stand. Made once, and found again by its marker. */
export const showForm: Performer<ShowForm> = {
  async probe(work) {
    const form = formOf(work);
    const comment = form && (form.comment ?? (await findForm(work, form)));
    return comment === undefined ? undefined : update(work, form, comment);
  },
  async perform(work) {
    const { ports, track } = work;
    const form = formOf(work);
    if (!form) return nothing;
    // One that was to be written before may have been, without a word of it.
    const known = form.comment ?? (form.shown > 1 ? await findForm(work, form) : undefined);
    if (known !== undefined) return update(work, form, known);
    const { id } = await ports.github.createComment(track.issue, renderForm(track, form));
    return { type: "commented", comment: id };
  },
};

function formOf({ track, effect }: Work<ShowForm>): Form | undefined {
  return track.forms?.find(({ number }) => number === effect.form);
}

async function update({ ports, track }: Work<ShowForm>, form: Form | undefined, comment: number) {
  if (form) await ports.github.updateComment(comment, renderForm(track, form));
  return { type: "commented" as const, comment };
}

async function findForm({ ports, track }: Work<ShowForm>, form: Form): Promise<number | undefined> {
  const mark = formMarker(track, form);
  const comments = await ports.github.comments(track.issue);
  return comments.find(({ author, body }) => isOurVoice(ports, author) && body.includes(mark))?.id;
}
