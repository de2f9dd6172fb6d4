import{An as e,Dr as t,En as n,Ln as r,Sr as i,an as a,in as o,jn as s,kn as c,nr as l,yn as u}from"./secrets.js";const d=[e,s,n,a,o,c,u];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:i}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===i?`ignores`:`accounts`,toxicity:l().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,n){let a=d.find(e=>e.name===n);if(!a)return;let o=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[s=``]=e.slice(o).split(`

The material ends`,1),c=i(t(s));p??=new Map(d.flatMap(e=>e.cases.map(t=>[r(e,t.input),t.expected])));let l=p.get(e)??f(n,c);return JSON.stringify({reason:``,...a.replyTo(l,e)})}export{m as scriptedVerdict};