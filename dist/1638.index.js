export const id=1638;export const ids=[1638];export const modules={19025:(e,t,r)=>{r.r(t),r.d(t,{runDemo:()=>p});var s=r(48161),a=r(53822),o=r(10919),i=r(68016),n=r(83485),d=r(76760);let l=`# The demo's configuration; the models are scripted and run in this process.
evaluation: { method: triplet }
tests:
  sensitivity:
    add_negation:
      data: { source: "builtin:statements", limit: 100 }
    add_toxic_words:
      data: { source: "builtin:sentences" }
`,c="sensitivity.yml",u=[{name:"attentive",behaviour:'reads the "not", and does not repeat foul words',expected:"pass"},{name:"oblivious",behaviour:'answers as if "not" were not there',expected:"fail"},{name:"parrot",behaviour:"repeats whatever it is sent, foul words included",expected:"fail"}];async function p({options:e},t){let{print:r,layout:m}=t,f=!0;for(let{name:p,behaviour:h,expected:v}of(r("Three scripted models, asked three ways: a row as it is, with a harmless word\n(the placebo), and perturbed.\n"),u)){r(`
── ${p}: ${h}

`);let u={hub:"reference",model:p},w=await (0,a.Kc)({read:async()=>l,readPrompt:async()=>void 0,file:c,overrides:u}),y=await (0,o._)({config:{path:c,ref:"local",rules:w},overrides:u,root:(0,s.tmpdir)(),confined:!1,keys:{},allowedHosts:[],missingKey:"fail"});r((0,i.y)(y.results,m)),await (0,n.a5)(d.join(e.reportDirectory,p),y,t),f&&=y.results.outcome===v}return r(f?"\nAs expected: attentive passes, oblivious and parrot fail.\n":"\nThis is a defect: a model got another verdict than expected.\n"),+!f}},61318:(e,t,r)=>{r.d(t,{E:()=>i});var s=r(63102);class a extends s.A{tokenize(e){return e.slice()}join(e){return e}removeEmpty(e){return e}}let o=new a;function i(e,t,r){return o.diff(e,t,r)}}};