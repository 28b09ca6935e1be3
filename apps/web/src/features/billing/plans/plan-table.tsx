/** What each plan contains: a table, on a phone the list of one plan with a switch between them. */
import { PLANS, type Plan } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { PLAN_FACTS, type PlanFact } from './plan-facts.ts';

function Cell({ cell }: { readonly cell: PlanFact['cells'][number] | undefined }): ReactNode {
  if (cell === undefined) return null;
  return (
    <>
      {cell.text} {cell.isPlanned ? <Badge>planned</Badge> : null}
    </>
  );
}

function OnePlan(): ReactNode {
  const [id, setId] = useState<Plan['id']>('pro');
  const index = PLANS.findIndex((plan) => plan.id === id);
  return (
    <>
      <Segmented
        label="Plan"
        className="plan-switch"
        value={id}
        options={PLANS.map((plan) => ({ value: plan.id, label: plan.name }))}
        onChange={setId}
      />
      <dl className="plan-list">
        {PLAN_FACTS.map(({ name, cells }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Cell cell={cells[index]} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function PlanTable(): ReactNode {
  const isPhone = useMedia(PHONE);
  return (
    <section className="card plan-table" aria-labelledby="plan-contents">
      <div className="card-head">
        <h2 id="plan-contents">What each plan contains</h2>
      </div>
      {isPhone ? (
        <OnePlan />
      ) : (
        <table className="table">
          <thead>
            <tr>
              <td />
              {PLANS.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PLAN_FACTS.map(({ name, cells }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {PLANS.map(({ id }, index) => (
                  <td key={id}>
                    <Cell cell={cells[index]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
